import './temple.css'
