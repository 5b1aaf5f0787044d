package org.esbmt.commandline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers for people: a list as a table, an object as lines of name and value. */
final class Table {
    private static final String ITEMS = "items";
    private static final String TAG = "etag";
    private static final String GAP = "  ";
    /** The longest cell of a list. JSON has the whole value. */
    private static final int LONGEST_CELL = 40;

    private static final String CUT = "...";

    private Table() {}

    /** The text of an answer, with a line feed at its end if it is not empty. */
    static String of(Map<String, Object> answer) {
        if (!answer.containsKey(ITEMS)) {
            return ofObject(answer);
        }
        List<Map<String, Object>> items =
                Json.list(answer.get(ITEMS)).stream().map(Json::object).toList();
        String more = answer.containsKey("next")
                ? items.size() + " of " + (Boolean.TRUE.equals(answer.get("totalExact")) ? "" : "more than ")
                        + Json.text(answer.get("total")) + ". All of them: --all\n"
                : "";
        return (items.isEmpty() ? "None.\n" : ofList(items)) + more;
    }

    private static String ofObject(Map<String, Object> object) {
        List<List<String>> rows = new ArrayList<>();
        StringBuilder lists = new StringBuilder();
        object.forEach((name, value) -> {
            if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map) {
                lists.append('\n')
                        .append(name)
                        .append(":\n")
                        .append(ofList(list.stream().map(Json::object).toList()));
            } else {
                rows.add(List.of(name, shown(value)));
            }
        });
        return text(rows) + lists;
    }

    private static String ofList(List<Map<String, Object>> items) {
        Set<String> columns = new LinkedHashSet<>();
        items.forEach(item -> item.forEach((name, value) -> {
            if (!name.equals(TAG) && !shown(value).isEmpty()) {
                columns.add(name);
            }
        }));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.copyOf(columns));
        for (Map<String, Object> item : items) {
            rows.add(
                    columns.stream().map(column -> cut(shown(item.get(column)))).toList());
        }
        return text(rows);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_CELL ? text : text.substring(0, LONGEST_CELL - CUT.length()) + CUT;
    }

    /** Control characters, which some terminals interpret, are replaced. */
    private static String shown(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Table::shown).collect(Collectors.joining(", "));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + shown(entry.getValue()))
                    .collect(Collectors.joining(", "));
        }
        return safe(Json.text(value));
    }

    /** A text without control characters. */
    static String safe(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> safe.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return safe.toString();
    }

    private static String text(List<List<String>> rows) {
        int columns = rows.isEmpty() ? 0 : rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                line.append(cell).append(" ".repeat(widths[i] - cell.length())).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
