// Each plot is drawn from the points of its address. Plots with events share one stream of them, which is closed while
// the page is hidden. Other plots, and those whose stream fails, are read again every five seconds.
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();
// Moments are those of the tables: UTC, and a clock of 24 hours.
const moment = (seconds) => new Date(seconds * 1000).toISOString();
const hours = (plot, seconds) => seconds.map((each) => moment(each).slice(11, 16));
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60);
const STEPS = Array.from({ length: 14 }, (none, i) => 10 ** (i - 4)).flatMap((ten) => [ten, 2 * ten, 5 * ten]);
// A scale of counts has no halves.
const steps = (plot) => {
  const whole = plot.data.slice(1).every((line) => line.every((number) => number === null || Number.isInteger(number)));
  return whole ? STEPS.filter((step) => step >= 1) : STEPS;
};
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
      const options = {
        width: place.clientWidth,
        height: 240,
        padding: [null, 24, null, null],
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
        axes: [{ ...axis, incrs: MINUTES, space: 60, values: hours }, { ...axis, incrs: steps }],
        series: [{ label: "UTC", value: (of, seconds) => (seconds ? moment(seconds).slice(11, 19) : "–") }, ...lines],
      };
      plot = new uPlot(options, points, place);
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
