import "@fontsource/alegreya/latin-500.css";
import "@fontsource/alegreya/latin-500-italic.css";
import "@fontsource/alegreya/latin-700.css";
import "@fontsource/barlow-condensed/latin-500.css";
import "@fontsource/barlow-condensed/latin-600.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./settings.svelte";

document.documentElement.lang = settings.lang;
settings.dress();
mount(App, { target: document.getElementById("app") as HTMLElement });
