/** The first stock: a dozen books, one of them out of stock and one with a last copy. */
import type { Database } from './database.js';

interface Seed {
  readonly title: string;
  readonly author: string;
  readonly genre: Genre;
  readonly year: number;
  readonly cents: number;
  readonly copies: number;
  readonly about: string;
}

/** The shelves of the shop. */
export const genres = ['adventure', 'horror', 'humour', 'mystery', 'romance', 'science fiction'] as const;

/** One of them. */
export type Genre = (typeof genres)[number];

const seeds: readonly Seed[] = [
  {
    title: 'Frankenstein',
    author: 'Mary Shelley',
    genre: 'horror',
    year: 1818,
    cents: 1250,
    copies: 4,
    about:
      'A student makes a living being out of dead matter and runs away from it. It follows him, and wants to be loved.',
  },
  {
    title: 'Dracula',
    author: 'Bram Stoker',
    genre: 'horror',
    year: 1897,
    cents: 1390,
    copies: 0,
    about: 'Letters, diaries and telegrams tell how a count comes from Transylvania to London, and who stops him.',
  },
  {
    title: 'The Time Machine',
    author: 'H. G. Wells',
    genre: 'science fiction',
    year: 1895,
    cents: 890,
    copies: 6,
    about: 'An inventor travels to the year 802,701 and finds two peoples, of whom one feeds the other and eats it.',
  },
  {
    title: 'The War of the Worlds',
    author: 'H. G. Wells',
    genre: 'science fiction',
    year: 1898,
    cents: 990,
    copies: 3,
    about: 'Cylinders from Mars land in Surrey. Neither guns nor courage help against what comes out of them.',
  },
  {
    title: 'Twenty Thousand Leagues Under the Seas',
    author: 'Jules Verne',
    genre: 'adventure',
    year: 1870,
    cents: 1590,
    copies: 1,
    about: 'Three men fall off a ship and are taken in by a captain who has sworn never to go on land again.',
  },
  {
    title: 'Treasure Island',
    author: 'Robert Louis Stevenson',
    genre: 'adventure',
    year: 1883,
    cents: 1090,
    copies: 5,
    about: 'A boy finds a map in a dead man’s chest and sails with a cook who is more than a cook.',
  },
  {
    title: 'The Hound of the Baskervilles',
    author: 'Arthur Conan Doyle',
    genre: 'mystery',
    year: 1902,
    cents: 1190,
    copies: 4,
    about: 'An heir, a moor and a footprint: Sherlock Holmes sends Watson ahead and is nearer than anybody thinks.',
  },
  {
    title: 'The Moonstone',
    author: 'Wilkie Collins',
    genre: 'mystery',
    year: 1868,
    cents: 1490,
    copies: 2,
    about: 'A diamond is given, and gone by the morning. All who were in the house tell what they saw, each in turn.',
  },
  {
    title: 'Pride and Prejudice',
    author: 'Jane Austen',
    genre: 'romance',
    year: 1813,
    cents: 1090,
    copies: 7,
    about:
      'Elizabeth Bennet is sure of what she thinks of Mr Darcy, and he of what he thinks of her family. Both are wrong.',
  },
  {
    title: 'Jane Eyre',
    author: 'Charlotte Brontë',
    genre: 'romance',
    year: 1847,
    cents: 1290,
    copies: 3,
    about: 'A governess who has nothing but her judgement comes to a house with a locked door on the third floor.',
  },
  {
    title: 'Three Men in a Boat',
    author: 'Jerome K. Jerome',
    genre: 'humour',
    year: 1889,
    cents: 950,
    copies: 5,
    about: 'Three friends and a dog row up the Thames for their health. There is a tin of pineapple and no opener.',
  },
  {
    title: 'The Importance of Being Earnest',
    author: 'Oscar Wilde',
    genre: 'humour',
    year: 1895,
    cents: 790,
    copies: 8,
    about: 'Two men call themselves Ernest, two women will marry nobody else, and an aunt asks about a handbag.',
  },
];

/** Puts the books on the shelves. */
export function seedBooks(database: Database): void {
  const insert = database.prepare(
    'INSERT INTO books (title, author, genre, year, about, price_cents, copies) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { title, author, genre, year, about, cents, copies } of seeds) {
    insert.run(title, author, genre, year, about, cents, copies);
  }
}
