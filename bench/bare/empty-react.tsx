import { createRoot } from 'react-dom/client'

// The smallest page made with React.
const root = document.getElementById('root')
if (root) createRoot(root).render(<p>empty</p>)
