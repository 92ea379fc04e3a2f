import type { CandleOrderPayload } from '../src/shared/candle-order'

type SampleOrder = Pick<CandleOrderPayload, 'name' | 'purpose' | 'language' | 'email'> & {
  /** The donation in whole UAH; 0: none. */
  uah: number
}

/** For pictures, and for trying the command line. */
export const sampleOrders: SampleOrder[] = [
  {
    name: 'Марія, Петро з родиною',
    purpose: 'За здоров’я та мир у домі',
    language: 'uk',
    email: 'maria@example.org',
    uah: 200,
  },
  {
    name: 'Анна и младенец Илья',
    purpose: 'В благодарность за рождение сына',
    language: 'ru',
    email: 'anna@example.org',
    uah: 500,
  },
  {
    name: 'Grandmother Olha',
    purpose: 'For a safe operation on Monday',
    language: 'en',
    email: 'daria@example.org',
    uah: 100,
  },
  {
    name: 'Воїн Андрій',
    purpose: 'Щоб повернувся живим',
    language: 'uk',
    email: null,
    uah: 0,
  },
  {
    name: 'Спочилий Іван',
    purpose: 'За упокій душі',
    language: 'uk',
    email: 'stepan@example.org',
    uah: 300,
  },
]
