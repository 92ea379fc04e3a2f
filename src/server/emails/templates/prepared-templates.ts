import { renderTemplates } from './render-templates'

/**
 * All letters, rendered once. The build replaces this module by its value, so that the server
 * starts without React and its mail components (0.4 s and 40 MB).
 */
export const preparedTemplates = await renderTemplates()
