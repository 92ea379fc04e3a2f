import { z } from 'zod'

export const OrderSchema = z.object({
  forWhom: z.string().trim().min(1),
  purpose: z.string().trim().min(1),
  donationEnabled: z.boolean(),
  email: z.union([z.literal(''), z.email()]),
  amount: z.number().int().min(100).max(100_000).optional(),
})
export type OrderFields = z.infer<typeof OrderSchema>
