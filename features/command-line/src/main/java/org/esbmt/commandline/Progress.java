package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/** The progress of a change on the nodes. */
final class Progress {
    /** The bus itself waits as long for a change of the state. */
    private static final String WAIT_SECONDS = "5";

    private static final long PAUSE_MILLIS = 200;
    private static final String PENDING = "PENDING";
    private static final String APPLIED = "APPLIED";

    private final Connection connection;
    private final Terminal terminal;

    Progress(Connection connection, Terminal terminal) {
        this.connection = requireNonNull(connection, "connection");
        this.terminal = requireNonNull(terminal, "terminal");
    }

    /**
     * Waits until each node has answered, and shows the answers as they arrive.
     *
     * @param location of the operation
     * @throws Failure REFUSED if a node did not apply the change
     */
    void await(String location) throws Failure {
        String shown = "";
        while (true) {
            Connection.Answer answer = connection.get(location + "?waitSeconds=" + WAIT_SECONDS, Map.of());
            if (!answer.isSuccess()) {
                throw Problem.of(answer, Map.of());
            }
            Map<String, Object> operation = Json.object(answer.body());
            String state = Json.text(operation.get("state"));
            int answers = Json.object(operation.get("answers")).size();
            int waiting = Json.list(operation.get("waiting")).size();
            String line = state + ": " + answers + " of " + (answers + waiting) + " nodes have answered";
            if (!line.equals(shown)) {
                terminal.err().println(line);
                shown = line;
            }
            if (!state.equals(PENDING)) {
                finish(operation, state);
                return;
            }
            pause();
        }
    }

    private static void finish(Map<String, Object> operation, String state) throws Failure {
        if (!state.equals(APPLIED) && !state.isEmpty()) {
            StringBuilder text =
                    new StringBuilder("The change is ").append(state).append('.');
            Json.object(operation.get("answers")).forEach((node, answer) -> text.append("\n  ")
                    .append(Table.safe(node))
                    .append(": ")
                    .append(Table.safe(Json.text(answer))));
            throw Failure.refused(text.toString());
        }
    }

    private static void pause() throws Failure {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.unreachable("Interrupted. The change is made.", e);
        }
    }
}
