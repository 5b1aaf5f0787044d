// Each plot is drawn from the points of its address, and again every five seconds while the page is visible.
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();

for (const figure of document.querySelectorAll("[data-plot]")) {
  const place = figure.querySelector(".canvas");
  const lines = figure.dataset.labels.split("\n").map((label, i) => ({
    label,
    stroke: colour(i === 0 ? "--accent" : "--bad"),
    dash: i === 0 ? [] : [6, 4],
  }));
  let plot;
  const draw = async () => {
    if (document.hidden) {
      return;
    }
    const answer = await fetch(figure.dataset.plot, { headers: { Accept: "application/json" } });
    if (!answer.ok) {
      return;
    }
    const points = await answer.json();
    if (plot) {
      plot.setData(points);
    } else {
      const axis = { stroke: colour("--ink"), grid: { stroke: colour("--line") } };
      plot = new uPlot({ width: place.clientWidth, height: 240, axes: [axis, axis], series: [{}, ...lines] }, points, place);
    }
  };
  await draw();
  setInterval(draw, 5000);
}
document.documentElement.dataset.plotted = "yes";
