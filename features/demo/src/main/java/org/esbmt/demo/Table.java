package org.esbmt.demo;

import java.util.ArrayList;
import java.util.List;

/** A text table with columns of the width of their longest cell. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        rows.add(List.of(head));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder s = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < columns; i++) {
                String cell = rows.get(r).get(i);
                line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
            }
            s.append(line.toString().stripTrailing()).append('\n');
            if (r == 0) {
                s.append("  ")
                        .append("-".repeat(line.toString().stripTrailing().length() - 2))
                        .append('\n');
            }
        }
        return s.toString();
    }
}
