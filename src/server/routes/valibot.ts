import type {
  FastifyPluginAsync,
  FastifyPluginOptions,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import * as v from 'valibot'

/** Derives the types of a request from the schemas of its route. */
interface ValibotTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown
}

/** A plugin whose handlers get parsed values. */
export type Routes<Options extends FastifyPluginOptions = FastifyPluginOptions> =
  FastifyPluginAsync<Options, RawServerDefault, ValibotTypeProvider>

/** Lets Fastify validate requests by Valibot schemas. */
export const compileValidator: FastifySchemaCompiler<v.GenericSchema> = ({ schema }) => {
  return (data: unknown) => {
    const parsed = v.safeParse(schema, data, { abortEarly: true })
    return parsed.success ? { value: parsed.output } : { error: new Error(explain(parsed.issues)) }
  }
}

function explain([issue]: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const path = v.getDotPath(issue)
  return path ? `${path}: ${sentenceOf(issue)}` : sentenceOf(issue)
}

function sentenceOf({ message, expected, received }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  return `${expected ?? 'Something else'} is expected here, not ${received}.`
}
