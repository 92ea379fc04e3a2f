import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely'
import { flagColumns } from './schema'

/** Flags are booleans in the code and 0 or 1 in both engines. Comes after CamelCasePlugin. */
export class FlagPlugin implements KyselyPlugin {
  readonly #transformer = new FlagTransformer()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows)
      for (const name of flagColumns) if (typeof row[name] === 'number') row[name] = row[name] !== 0
    return result
  }
}

class FlagTransformer extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: toStored(node.value) }
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode) {
    return { ...node, values: node.values.map(toStored) }
  }
}

const toStored = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
