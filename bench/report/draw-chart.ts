import { ours } from '../figure'
import { findHeadlines, type Headline } from './headlines'
import type { Result } from './results'
import { writeValue } from './words'

const width = 820
const columns = 2
const panelWidth = width / columns
const barLeft = 118
const barRight = 78
const barHeight = 15
const barStep = 21
const headHeight = 30
const gap = 16

const style = `
  text { font: 12px system-ui, sans-serif; fill: #3d3128 }
  .head { font-weight: 600; font-size: 13px }
  .value { font-variant-numeric: tabular-nums }
  rect { fill: #cbbfae }
  rect.own { fill: #b8741a }
  line { stroke: #3d3128; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ece2d4 } rect { fill: #5d5247 } rect.own { fill: #e9a23b } line { stroke: #ece2d4 }
  }`

/** The main figures as bars: ours in the colour of wax, whiskers from quartile to quartile. */
export function drawChart(results: Result[]): string {
  const headlines = findHeadlines(results)
  const heights = Array.from({ length: columns }, () => gap)
  const panels = headlines.map(headline => {
    const column = heights.indexOf(Math.min(...heights))
    const top = heights[column] ?? 0
    heights[column] = top + headHeight + headline.figure.samples.length * barStep + gap
    return `<g transform="translate(${column * panelWidth} ${top})">${drawPanel(headline)}</g>`
  })
  const height = Math.max(...heights)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>Main figures of npm run bench</title><style>${style}</style>\n${panels.join('\n')}\n</svg>\n`
}

function drawPanel({ words, figure }: Headline): string {
  const { samples, unit } = figure
  const most = Math.max(...samples.map(({ high }) => high))
  const reach = (value: number) => ((panelWidth - barLeft - barRight) * value) / (most || 1)
  const better = unit === 'per second' ? 'more is better' : 'less is better'
  const bars = samples.map(({ who, median, low, high }, place) => {
    const top = headHeight + place * barStep
    const middle = top + barHeight / 2
    const own = who === ours || who.startsWith('ours with') ? ' class="own"' : ''
    return [
      `<text x="${barLeft - 8}" y="${middle + 4}" text-anchor="end">${who}</text>`,
      `<rect${own} x="${barLeft}" y="${top}" width="${reach(median).toFixed(1)}" height="${barHeight}" rx="2"/>`,
      `<line x1="${(barLeft + reach(low)).toFixed(1)}" x2="${(barLeft + reach(high)).toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
      `<text class="value" x="${(barLeft + reach(high) + 6).toFixed(1)}" y="${middle + 4}">${writeValue(median, unit)}</text>`,
    ].join('')
  })
  return `<text class="head" x="${barLeft}" y="16">${words} <tspan font-weight="400" font-size="11">${better}</tspan></text>${bars.join('')}`
}
