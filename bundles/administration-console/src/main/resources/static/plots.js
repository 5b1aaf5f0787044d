// Each plot is drawn from the points of its address. Plots with events share one stream of them, which is closed while
// the page is hidden. Other plots, and those whose stream fails, are read again every five seconds.
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();
const figures = [...document.querySelectorAll("[data-plot]")].map((figure) => {
  const place = figure.querySelector(".canvas");
  const empty = figure.querySelector(".empty");
  const lines = figure.dataset.labels.split("\n").map((label, i) => ({
    label,
    stroke: colour(i === 0 ? "--accent" : "--bad"),
    dash: i === 0 ? [] : [6, 4],
  }));
  let plot;
  const show = (points) => {
    // A plot without numbers would have a scale that nothing explains.
    empty.hidden = points.slice(1).some((line) => line.some((number) => number > 0));
    place.hidden = !empty.hidden;
    if (place.hidden) {
      return;
    }
    if (plot) {
      plot.setData(points);
    } else {
      const axis = { stroke: colour("--ink"), grid: { stroke: colour("--line") } };
      plot = new uPlot({ width: place.clientWidth, height: 240, axes: [axis, axis], series: [{}, ...lines] }, points, place);
    }
  };
  const read = async () => {
    if (document.hidden) {
      return;
    }
    const answer = await fetch(figure.dataset.plot, { headers: { Accept: "application/json", "X-Background": "yes" } });
    if (answer.ok && !answer.redirected) {
      show(await answer.json());
    }
  };
  return { events: figure.dataset.events, name: figure.dataset.name, show, read };
});

const poll = (some) => setInterval(() => some.forEach((figure) => figure.read()), 5000);

const follow = (some) => {
  let stream;
  let polled = false;
  const begin = () => {
    stream?.close();
    if (document.hidden || polled) {
      return;
    }
    stream = new EventSource(some[0].events);
    stream.addEventListener("points", (event) => {
      const points = JSON.parse(event.data);
      some.forEach((figure) => figure.show(points[figure.name]));
    });
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) {
        polled = true;
        poll(some);
      }
    });
  };
  document.addEventListener("visibilitychange", begin);
  begin();
};

await Promise.all(figures.map((figure) => figure.read()));
const followed = figures.filter((figure) => figure.events);
if (followed.length > 0) {
  follow(followed);
}
poll(figures.filter((figure) => !figure.events));
document.documentElement.dataset.plotted = "yes";
