/** What the page tells the window that embeds it; `height` in whole CSS pixels of the content. */
export interface FrameMessage {
  type: 'IFRAME_HEIGHT'
  height: number
}

export const frameMessageType = 'IFRAME_HEIGHT'
