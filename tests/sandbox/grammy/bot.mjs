// A bot on grammY, unchanged, for tests/sandbox/test_bot_libraries.py. Arguments: token, root of the API, a picture.
// grammY itself lies in a cache outside of this folder, so its place is the fourth argument.
import { pathToFileURL } from "node:url";

const [token, apiRoot, picture, library] = process.argv.slice(2);
const { Bot, InlineKeyboard, InputFile } = await import(pathToFileURL(library).href);

const bot = new Bot(token, { client: { apiRoot } });

bot.command("start", (ctx) =>
  ctx.reply(`<b>Hello</b>, ${ctx.from.first_name}`, {
    parse_mode: "HTML",
    reply_markup: new InlineKeyboard().text("Sit down", "sit").text("Leave", "leave"),
  }),
);
bot.callbackQuery("sit", async (ctx) => {
  await ctx.answerCallbackQuery({ text: `Seat for ${ctx.from.first_name}`, show_alert: true });
  await ctx.editMessageText(`Seated: ${ctx.from.first_name}`);
});
bot.command("photo", (ctx) => ctx.replyWithPhoto(new InputFile(picture), { caption: "A picture" }));
bot.catch((error) => console.error(error));

process.on("SIGTERM", () => bot.stop());
await bot.start();
