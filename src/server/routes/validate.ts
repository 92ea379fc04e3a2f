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
  const [issue] = issues
  const path = v.getDotPath(issue)
  return path ? `${path}: ${sentenceOf(issue)}` : sentenceOf(issue)
}

/** The contract's own sentence, or one made of what was wanted where it has none. */
function sentenceOf({ message, expected, received }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  return `${expected ?? 'Something else'} is expected here, not ${received}.`
}
