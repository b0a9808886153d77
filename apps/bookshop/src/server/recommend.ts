/** The prompt `recommend`: asks for somebody's taste, and makes a message for the model of it and of what is in stock. */
import { type McpServer, userMessage } from '@mrtr/server';
import { euros } from '../shop/money.js';
import { taste } from './resolvers/taste.js';
import type { Services } from './services.js';

export function addRecommend(server: McpServer<Services>): void {
  server.prompt(
    'recommend',
    { description: 'Recommends a book of the shop for your taste', resolve: { taste } },
    ({ taste: { genres, before, loved } }, { lifespan: { shop } }) => {
      const fitting = genres
        .flatMap((genre) => shop.catalogue.search({ text: genre, inStock: true }))
        .filter(({ year }) => before === undefined || year < before)
        .map(
          ({ title, author, year, cents, about }) => `- “${title}” by ${author} (${year}), ${euros(cents)}. ${about}`,
        );
      const likes = loved === undefined ? '' : ` I loved ${JSON.stringify(loved)}.`;
      const books = fitting.length > 0 ? fitting.join('\n') : '(none that fits)';
      return [userMessage(`Recommend one of these books to me, and say why.${likes}\n\n${books}`)];
    },
  );
}
