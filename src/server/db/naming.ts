import {
  type IdentifierNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type SelectQueryNode,
  SqliteQueryCompiler,
  type UnknownRow,
} from 'kysely'
import { flagColumns } from './schema'

// Names are camel case in the code and snake case in SQL; flags are booleans in the code and 0 or 1
// in both engines. Kysely's CamelCasePlugin would copy the tree of each query for that.

const sqlNames = new Map<string, string>()
const ownNames = new Map<string, string>()

function toSqlName(name: string): string {
  const known = sqlNames.get(name)
  if (known !== undefined) return known
  if (name.includes('"')) throw new Error(`No column or table is called ${name}.`)
  const made = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  sqlNames.set(name, made)
  return made
}

function toOwnName(name: string): string {
  const known = ownNames.get(name)
  if (known !== undefined) return known
  const made = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  ownNames.set(name, made)
  return made
}

/** Drops `for update` and `skip locked`: our SQLite transactions hold the write lock from the start. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override compileUnwrappedIdentifier({ name }: IdentifierNode): void {
    this.append(toSqlName(name))
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({ ...node, endModifiers: [] })
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override compileUnwrappedIdentifier({ name }: IdentifierNode): void {
    this.append(toSqlName(name))
  }
}

/** What the drivers send for a parameter. */
export const toStored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)

const flags: ReadonlySet<string> = new Set(flagColumns)

/** Names and flags of the rows that come back. */
export class RowPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return { ...result, rows: result.rows.map(toOwnRow) }
  }
}

function toOwnRow(row: UnknownRow): UnknownRow {
  const own: UnknownRow = {}
  for (const column in row) {
    const [name, value] = [toOwnName(column), row[column]]
    own[name] = flags.has(name) && typeof value === 'number' ? value !== 0 : value
  }
  return own
}
