import { type Plugin, runnerImport } from 'vite'

const prepared = /\/letters\/templates\/prepared-templates\.ts$/

/**
 * Replaces the module of prepared letters by its value: the server then starts without React and
 * its mail components, which take 0.4 s and 40 MB that nobody needs while serving.
 */
export function prerenderLetters(): Plugin {
  return {
    name: 'prerender-letters',
    apply: 'build',
    load: {
      filter: { id: prepared },
      async handler(id) {
        const { module } = await runnerImport<object>(id)
        return Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      },
    },
  }
}
