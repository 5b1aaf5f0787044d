package org.esbmt.suite.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The content of {@code run.json}.
 *
 * @param profile {@code quick}, {@code full}, {@code smoke} or {@code compare}
 * @param start and end in UTC, after ISO 8601; the end is empty before it
 * @param reason of a state that is not complete
 * @param resumed the moments at which an interrupted run was continued
 * @param stages the names of those that have ended
 * @param machine facts of the machine by their names
 * @param builds the SHA-256 of each build of the bus by its target
 * @param options of the command line
 * @param targets the version of each target by its name, and facts that are known at the end of its windows only
 * @param absent the reason of each absent comparator or generator by its name
 * @param attacks the outcome of each attack
 */
public record RunDescription(
        String profile,
        String start,
        String end,
        RunState state,
        String reason,
        List<String> resumed,
        List<String> stages,
        Map<String, String> machine,
        Map<String, String> builds,
        Map<String, String> options,
        Map<String, String> targets,
        Map<String, String> absent,
        List<Attack> attacks) {

    /**
     * One malicious message.
     *
     * @param when {@code before} or {@code after} the windows of a stage
     * @param refused true if the sender got an error and the back end nothing
     */
    public record Attack(String stage, String when, String name, boolean refused, String answer) {
        String json() {
            return "{" + member("stage", stage) + "," + member("when", when) + "," + member("name", name)
                    + ",\"refused\":" + refused + "," + member("answer", answer) + "}";
        }
    }

    String json() {
        List<String> members = new ArrayList<>(List.of(
                "\"format\":2",
                member("profile", profile),
                member("start", start),
                member("end", end),
                member("state", state.word()),
                member("reason", reason),
                member("resumed", resumed),
                member("stages", stages),
                member("machine", machine),
                member("builds", builds),
                member("options", options),
                member("targets", targets),
                member("absent", absent)));
        members.add("\"attacks\":["
                + attacks.stream().map(attack -> "\n  " + attack.json()).collect(Collectors.joining(",")) + "]");
        return "{\n" + String.join(",\n", members) + "\n}\n";
    }

    private static String member(String name, String value) {
        return quoted(name) + ":" + quoted(value);
    }

    private static String member(String name, List<String> values) {
        return quoted(name) + ":"
                + values.stream().map(RunDescription::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    private static String member(String name, Map<String, String> values) {
        return quoted(name) + ":{"
                + values.entrySet().stream()
                        .map(entry -> "\n  " + member(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(","))
                + "}";
    }

    /** A string of JSON. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
