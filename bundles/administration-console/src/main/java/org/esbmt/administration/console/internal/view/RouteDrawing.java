package org.esbmt.administration.console.internal.view;

import java.util.ArrayList;
import java.util.List;

/**
 * The places of a route's steps in a picture. A route is a tree: steps one below another, branches beside one another. So
 * each part has a width and a height, and no graph is laid out.
 */
public final class RouteDrawing {
    private static final int WIDTH = 200;
    private static final int HEIGHT = 52;
    private static final int GAP = 28;
    private static final int MOST_LETTERS = 26;

    private final List<Box> boxes = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<Label> labels = new ArrayList<>();
    private final int width;
    private final int height;

    private RouteDrawing(List<Outline> route) {
        width = width(route) + 2;
        height = height(route) + 2;
        place(route, 1, 1, false);
    }

    /** A step at its place. */
    public record Box(int x, int y, int middle, String kind, String label, int line) {
        /** The accessible name of the step. */
        public String name() {
            return label.isEmpty() ? kind : kind + " " + label;
        }
    }

    /** A way of a message. */
    public record Line(int x1, int y1, int x2, int y2) {}

    /** The condition of a way. */
    public record Label(int x, int y, String text) {}

    public static RouteDrawing of(List<Outline> route) {
        return new RouteDrawing(route);
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    public int boxWidth() {
        return WIDTH;
    }

    public int boxHeight() {
        return HEIGHT;
    }

    public List<Box> boxes() {
        return List.copyOf(boxes);
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    public List<Label> labels() {
        return List.copyOf(labels);
    }

    private static int width(List<Outline> steps) {
        return steps.stream().mapToInt(RouteDrawing::width).max().orElse(WIDTH);
    }

    private static int width(Outline step) {
        return Math.max(WIDTH, inside(step));
    }

    private static int inside(Outline step) {
        int gaps = GAP * Math.max(0, step.branches().size() - 1);
        return step.branches().stream()
                        .mapToInt(branch -> width(branch.steps()))
                        .sum()
                + gaps;
    }

    private static int height(List<Outline> steps) {
        return steps.stream().mapToInt(RouteDrawing::height).sum() + GAP * Math.max(0, steps.size() - 1);
    }

    private static int height(Outline step) {
        int inside = step.branches().stream()
                .mapToInt(branch -> height(branch.steps()))
                .max()
                .orElse(0);
        return HEIGHT + (step.branches().isEmpty() ? 0 : 3 * GAP + inside);
    }

    /** @param followed true if the message goes on below, so that the ends of branches are joined there */
    private void place(List<Outline> steps, int left, int top, boolean followed) {
        int middle = left + width(steps) / 2;
        int y = top;
        for (int i = 0; i < steps.size(); i++) {
            Outline step = steps.get(i);
            place(step, middle - width(step) / 2, y, followed || i + 1 < steps.size());
            y += height(step);
            if (i + 1 < steps.size()) {
                lines.add(new Line(middle, y, middle, y + GAP));
                y += GAP;
            }
        }
    }

    private void place(Outline step, int left, int top, boolean followed) {
        int middle = left + width(step) / 2;
        boxes.add(new Box(middle - WIDTH / 2, top, middle, step.kind(), withEnd(step.label()), step.line()));
        int x = left + (width(step) - inside(step)) / 2;
        int bottom = top + height(step);
        for (Outline.Branch branch : step.branches()) {
            int at = x + width(branch.steps()) / 2;
            int first = top + HEIGHT + 2 * GAP;
            lines.add(new Line(middle, top + HEIGHT, at, first - GAP));
            lines.add(new Line(at, first - GAP, at, first)); // below the condition
            if (!branch.when().isEmpty()) {
                labels.add(new Label(at, first - 6, shortened(branch.when())));
            }
            place(branch.steps(), x, first, followed);
            if (followed) {
                lines.add(new Line(at, first + height(branch.steps()), at, bottom - GAP));
                lines.add(new Line(at, bottom - GAP, middle, bottom));
            }
            x += width(branch.steps()) + GAP;
        }
    }

    /** An address, in which the end tells more than the middle. */
    private static String withEnd(String text) {
        return text.length() <= MOST_LETTERS
                ? text
                : text.substring(0, 8) + "…" + text.substring(text.length() - MOST_LETTERS + 9);
    }

    private static String shortened(String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "…";
    }
}
