import { createRoot } from 'react-dom/client'

// The least that a page made with React can weigh.
const root = document.getElementById('root')
if (root) createRoot(root).render(<p>empty</p>)
