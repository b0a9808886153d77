/** What somebody likes to read. A question by itself: it depends on nothing, and is always asked. */
import { elicit } from '@mrtr/server';
import { z } from 'zod';
import { genres } from '../../shop/catalogue.js';

export const taste = elicit(
  'What do you like to read?',
  z.object({
    genres: z.array(z.enum(genres)).min(1).max(3).meta({ title: 'Shelves', description: 'One to three' }),
    before: z
      .int()
      .min(1800)
      .max(2100)
      .optional()
      .meta({ title: 'Written before', description: 'A year; or leave it' }),
    loved: z.string().max(100).optional().meta({ title: 'Loved', description: 'A book that you loved; or leave it' }),
  }),
);
