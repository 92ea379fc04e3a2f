import { defineCandleElement } from './candle-element'
import { placeCandleElement } from './place-candle-element'

defineCandleElement()

// Only a classic script knows its own tag, and only while it runs.
const tag = document.currentScript
if (tag instanceof HTMLScriptElement) placeCandleElement(tag)
