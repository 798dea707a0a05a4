/*
 * Accessibility rules for a page of `report`. The mistakes become the text of an element <audit>,
 * one a line; "end" follows. With axe-core loaded before, its rules count, too.
 *
 * Contrast comes from the colours that the browser uses, for text of figures, too.
 */
"use strict";

const mistakes = [];
const LEAST_CONTRAST = 4.5; /* WCAG 2.2, 1.4.3, for text of any size */
const LEAST_CONTRAST_OF_SHAPES = 3;

function report(rule, element, words) {
    const text = element.textContent.trim().slice(0, 30);
    mistakes.push(`${rule}: <${element.localName}> "${text}" ${words}`);
}

function checkLanguage() {
    if (!/^[a-z]{2}/.test(document.documentElement.lang)) report("language", document.documentElement, "has no lang");
}

function checkPictures() {
    for (const image of document.querySelectorAll("img, svg, [role=img]")) {
        const title = image.querySelector(":scope > title");
        const name = image.getAttribute("alt") || image.getAttribute("aria-label") || (title && title.textContent);
        if (!name || !name.trim()) report("picture", image, "has no name");
    }
}

function checkHeadings() {
    let before = 0;
    const headings = document.querySelectorAll("h1, h2, h3, h4, h5, h6");
    for (const heading of headings) {
        const level = Number(heading.localName[1]);
        if (level > before + 1) report("heading", heading, `follows a heading of level ${before}`);
        if (!heading.textContent.trim()) report("heading", heading, "is empty");
        before = level;
    }
    if (document.querySelectorAll("h1").length !== 1) report("heading", document.body, "needs one h1");
}

function checkTables() {
    for (const table of document.querySelectorAll("table")) {
        for (const row of table.querySelectorAll("tr"))
            if (!row.querySelector("th[scope]")) report("table", row, "has no header");
        if (table.querySelector("th:not([scope])")) report("table", table, "has a header without scope");
    }
}

/* [red, green, blue, alpha] of a computed colour. */
function colourOf(text) {
    const numbers = text.match(/[\d.]+/g).map(Number);
    return numbers.length < 4 ? [...numbers, 1] : numbers;
}

function luminance(colour) {
    const [red, green, blue] = colour.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function backgroundOf(element) {
    for (let at = element; at; at = at.parentElement) {
        const colour = colourOf(getComputedStyle(at).backgroundColor);
        if (colour[3] === 1) return colour;
    }
    return [255, 255, 255, 1];
}

/* How far two colours are apart: from 1 to 21. */
function contrastOf(element, colour) {
    const [light, dark] = [luminance(colour), luminance(backgroundOf(element))].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}

/* Bars and points: 1.4.11. */
function checkGraphics() {
    for (const shape of document.querySelectorAll("svg rect, svg circle")) {
        const contrast = contrastOf(shape, colourOf(getComputedStyle(shape).fill));
        if (contrast < LEAST_CONTRAST_OF_SHAPES) report("graphic", shape, `has ${contrast.toFixed(2)}`);
    }
}

function checkContrast() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || /^(style|script|title|desc)$/.test(element.localName)) continue;
        const style = getComputedStyle(element);
        const colour = colourOf(element instanceof SVGElement ? style.fill : style.color);
        const contrast = contrastOf(element, colour);
        if (colour[3] < 1 || contrast < LEAST_CONTRAST) report("contrast", element, `has ${contrast.toFixed(2)}`);
    }
}

/* What is wider than its frame must be reached by keys. */
function checkScrolling() {
    for (const element of document.querySelectorAll("main *")) {
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
        if (scrolls && element.scrollWidth > element.clientWidth && element.tabIndex < 0)
            report("scrolling", element, "cannot be scrolled by keys");
    }
}

async function checkByAxe() {
    if (!window.axe) return;
    const results = await axe.run(document, { resultTypes: ["violations"] });
    for (const rule of results.violations)
        for (const node of rule.nodes) mistakes.push(`axe ${rule.id}: ${node.target.join(" ")}: ${rule.help}`);
}

(async () => {
    checkLanguage();
    checkPictures();
    checkHeadings();
    checkTables();
    checkContrast();
    checkGraphics();
    checkScrolling();
    await checkByAxe();
    const element = document.createElement("audit");
    element.textContent = mistakes.concat(window.axe ? `axe ${axe.version}` : "without axe", "end").join("\n");
    document.body.append(element);
})();
