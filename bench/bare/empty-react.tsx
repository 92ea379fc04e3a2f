import { hydrateRoot } from 'react-dom/client'

// The smallest page made with React: it takes over one field.
const root = document.getElementById('root')
if (root) hydrateRoot(root, <input name="forWhom" />)
