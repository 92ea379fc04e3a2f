export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** A day of 24 hours, even when summer time begins or ends. */
export const dayMs = 24 * hourMs
