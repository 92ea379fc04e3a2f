export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** 24 hours, whatever the clocks of a place do. */
export const dayMs = 24 * hourMs
