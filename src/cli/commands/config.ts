import { parseEnv } from 'node:util'
import { EnvironmentSchema } from '../../server/config/environment'
import { findSpoiltValues } from '../../server/config/settings-file'
import { describeUnknown, findUnknownNames } from '../../server/config/unknown-names'
import { type AddCommand, exitCodes } from '../context'

/** Throws ConfigError for values that the server would reject. */
export const addConfig: AddCommand = (program, context) =>
  program
    .command('config')
    .description('check the settings, and list them with their defaults and without secrets')
    .option('--quiet', 'print only what is wrong')
    .action(async ({ quiet }) => {
      const { variables, settingsFile, config } = context
      const unknown = findUnknownNames(variables, Object.keys(parseEnv(settingsFile)))
      const spoilt = findSpoiltValues(settingsFile)
      if (unknown.length + spoilt.length > 0) context.exitCode = exitCodes.warning
      const settings = Object.entries(EnvironmentSchema.entries).map(([name, schema]) => {
        const value = variables[name]
        return { name, value: value ? hideSecret(name, value) : null, default: schema.default }
      })
      const lines = settings.map(
        ({ name, value, default: usual }) =>
          `${name.padEnd(24)}${value ?? (usual === undefined ? '-' : `${usual} (default)`)}`,
      )
      context.print(
        { production: config.production, settings, unknown, spoilt },
        ...(quiet ? [] : lines),
        ...unknown.map(describeUnknown),
        ...spoilt,
      )
    })

function hideSecret(name: string, value: string): string {
  if (/_(SECRET|KEY)/.test(name) && !name.includes('PUBLISHABLE')) return `${value.slice(0, 8)}…`
  return value.replace(/^([^:]*:\/\/[^:@/]*):[^@]*@/, '$1:…@')
}
