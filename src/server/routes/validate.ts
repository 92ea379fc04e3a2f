import type { FastifySchemaCompiler } from 'fastify'
import * as v from 'valibot'

/** Lets Fastify check requests with the contract's own schemas; handlers get the parsed value. */
export const compileValidator: FastifySchemaCompiler<v.GenericSchema> = ({ schema }) => {
  return (data: unknown) => {
    const parsed = v.safeParse(schema, data, { abortEarly: true })
    return parsed.success ? { value: parsed.output } : { error: new Error(explain(parsed.issues)) }
  }
}

function explain(issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const path = v.getDotPath(issues[0])
  return path ? `${path}: ${issues[0].message}` : issues[0].message
}
