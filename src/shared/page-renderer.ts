import type { Language } from './language'
import type { FilledForm } from './order-form'

/** What is said of a form that was sent without the script, on a page of its own. */
export type Notice = 'thanks' | 'failed' | 'too-often' | 'not-here'

/** The build leaves this for the server, which knows no React. Every page is a whole document. */
export interface PageRenderer {
  renderForm: (language: Language, filled?: FilledForm) => Promise<string>
  renderNotice: (language: Language, notice: Notice) => Promise<string>
}

export type CreatePageRenderer = (manifest: unknown) => PageRenderer
