// Runs the body of a page for so many steps, pushed by its script and told commands before some of them: prints the
// states, a line each, and then what the simulation counted.
import { readFileSync } from "node:fs";
import { Live } from "../../../softrein/viewer/page/src/alone/live.js";
import { Model } from "../../../softrein/viewer/page/src/alone/model.js";

const [file, controller, steps, commands] = process.argv.slice(2);
const held = readFileSync(file, "utf8").match(/<script type="application\/json" id="scene">(.*)<\/script>/)[1];
const scene = JSON.parse(held), types = { f4: Float32Array, u4: Uint32Array };
for (const each of Object.values(scene.arrays)) {
  each.data = new types[each.type](Uint8Array.from(Buffer.from(each.data, "base64")).buffer);
}
const live = new Live(scene, await Model.open(scene)), lines = [];
live.obey("controller", { name: controller });
live.obey("try", {});
for (let k = 0; k < steps; k++) {
  lines.push([...live.model.state].join(" "));
  for (const [step, what, rest] of JSON.parse(commands)) if (step === k) live.obey(what, rest);
  live.step();
}
const { effort, squared, said, run: { marks, number } } = live, { state, muscles, touches, targets } = live.frame(1, {});
console.log([...lines, [...live.model.state].join(" ")].join("\n"));
console.log(JSON.stringify({
  effort, error: Math.sqrt(squared), marks, number, said: said.map(({ say }) => say), muscles, targets,
  poses: [...state.subarray(scene.rank)], touches: touches.map(({ force, at }) => [...force, ...at]),
}));
