/** Words that change while one looks at them: new ones appear, instead of old ones moving over. */
export function ButtonWords({ children }: { children: string }) {
  return <span key={children}>{children}</span>
}
