import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface SourceFile {
  /** Relative to the repository, such as `src/web/app.tsx`. */
  path: string
  text: string
  imports: Import[]
}

export interface Import {
  /** A file of ours (without extension) or a package. */
  from: string
  ours: boolean
}

/** Every TypeScript file below a folder of the repository. */
export function readSourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => /\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map(path => {
      const text = readFileSync(path, 'utf8')
      return { path, text, imports: findImports(path, text) }
    })
}

const importPattern =
  /^(?:import|export)\s+[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm

function findImports(path: string, text: string): Import[] {
  return [...text.matchAll(importPattern)].map(match => {
    const target = match[1] ?? match[2] ?? match[3] ?? ''
    const ours = target.startsWith('.')
    return {
      from: ours ? normalize(join(dirname(path), target)) : target,
      ours,
    }
  })
}
