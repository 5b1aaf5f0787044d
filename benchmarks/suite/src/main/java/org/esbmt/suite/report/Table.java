package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.esbmt.suite.result.Csv;

/** A table as Markdown and as CSV. */
final class Table {
    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        this(List.of(head));
    }

    Table(List<String> head) {
        this.head = List.copyOf(head);
    }

    /** @throws IllegalArgumentException if the row has another number of cells */
    void row(List<String> cells) {
        if (cells.size() != head.size()) {
            throw new IllegalArgumentException(cells.size() + " cells in a table with the columns " + head);
        }
        rows.add(List.copyOf(cells));
    }

    void row(String... cells) {
        row(List.of(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    String markdown() {
        return markdown(head)
                + head.stream().map(column -> "---").collect(Collectors.joining("|", "|", "|\n"))
                + rows.stream().map(Table::markdown).collect(Collectors.joining());
    }

    private static String markdown(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.replace("|", "\\|").replace('\n', ' '))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    String csv() {
        return Csv.line(head) + "\n"
                + rows.stream().map(row -> Csv.line(row) + "\n").collect(Collectors.joining());
    }
}
