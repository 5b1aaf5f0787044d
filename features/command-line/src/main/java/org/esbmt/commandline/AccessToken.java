package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A personal access token, which stands for the password of its owner. Its text is kept, and is shown nowhere. */
final class AccessToken {
    /** The option that keeps no token. */
    static final String NONE = "no-token";

    private static final String TOKENS = "/tokens";
    private static final int NOT_AUTHENTICATED = 401;
    private static final int NOT_FOUND = 404;

    private final String id;
    private final String text;

    private AccessToken(String id, String text) {
        this.id = requireNonNull(id, "id");
        this.text = requireNonNull(text, "text");
    }

    String id() {
        return id;
    }

    String text() {
        return text;
    }

    /** Creates a token with all rights of its owner; empty if the bus has no tokens. */
    static Optional<AccessToken> create(Connection connection, Terminal terminal) throws Failure {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", "esbmt " + UUID.randomUUID().toString().substring(0, 8));
        body.put("changes", true);
        Connection.Answer answer = connection.send(
                "POST",
                TOKENS,
                Map.of(),
                Optional.of("application/json"),
                Json.write(body, false).getBytes(StandardCharsets.UTF_8));
        if (answer.status() == NOT_FOUND) {
            return Optional.empty();
        }
        if (!answer.isSuccess()) {
            terminal.err()
                    .println("The bus gives no token: "
                            + Problem.of(answer, Map.of()).getMessage());
            return Optional.empty();
        }
        Map<String, Object> created = Json.object(answer.body());
        return Optional.of(new AccessToken(Json.text(created.get("credentialId")), Json.text(created.get("token"))));
    }

    /** Revokes the token of a profile, by itself. A token that has ended is no token any more. */
    static void revoke(Connection connection, Profile profile) throws Failure {
        String id = profile.tokenId().orElseThrow();
        Connection.Answer answer =
                connection.send("DELETE", TOKENS + "/" + Percent.encoded(id), Map.of(), Optional.empty(), new byte[0]);
        if (!answer.isSuccess() && answer.status() != NOT_FOUND && answer.status() != NOT_AUTHENTICATED) {
            throw Problem.of(answer, Map.of());
        }
    }
}
