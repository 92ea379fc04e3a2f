/** For pictures, and for trying the command line. The donation is in whole UAH; 0: none. */
export const sampleOrders = (
  [
    ['Марії, Петра з родиною', 'За здоров’я та мир у домі', 'uk', 'maria@example.org', 200],
    ['Анны, младенца Илии', 'В благодарность за рождение сына', 'ru', 'anna@example.org', 500],
    ['Grandmother Olha', 'For a safe operation on Monday', 'en', 'daria@example.org', 100],
    ['воїна Андрія', 'Щоб повернувся живим', 'uk', null, 0],
    ['новопреставленого Івана', 'За упокій душі', 'uk', 'stepan@example.org', 300],
  ] as const
).map(([name, purpose, language, email, uah]) => ({ name, purpose, language, email, uah }))
