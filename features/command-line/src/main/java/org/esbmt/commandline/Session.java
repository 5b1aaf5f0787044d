package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;

/** The bus of a command: its profile, its connection and its document. One thread. */
final class Session {
    private static final int NOT_MODIFIED = 304;
    private static final String DOCUMENT = "/openapi.json";

    private final Terminal terminal;
    private final Profiles profiles;
    private final Profile profile;
    private final Connection connection;

    private Session(Terminal terminal, Profiles profiles, Profile profile, Connection connection) {
        this.terminal = requireNonNull(terminal, "terminal");
        this.profiles = requireNonNull(profiles, "profiles");
        this.profile = requireNonNull(profile, "profile");
        this.connection = requireNonNull(connection, "connection");
    }

    /** The name of the profile: an option, a variable, or the default. */
    static String profileName(Terminal terminal, Options options) throws Failure {
        return options.find(Options.PROFILE)
                .or(() -> terminal.variable("ESBMT_PROFILE"))
                .orElse(Profiles.DEFAULT);
    }

    /**
     * Opens the bus of a profile, or of variables.
     *
     * @throws Failure if there is neither
     */
    static Session open(Terminal terminal, Options options) throws Failure {
        return open(terminal, options, false);
    }

    /** Opens the bus for somebody who waits for the end of a word: without a question, and with short limits. */
    static Session openQuickly(Terminal terminal, Options options) throws Failure {
        return open(terminal, options, true);
    }

    private static Session open(Terminal terminal, Options options, boolean quick) throws Failure {
        Profiles profiles = Profiles.of(terminal);
        Optional<Profile> kept = profiles.find(profileName(terminal, options));
        if (kept.isEmpty() && terminal.variable("ESBMT_URL").isEmpty()) {
            throw Failure.usage("Log in first: esbmt login --url <address of the administration port>");
        }
        Profile profile = withVariables(terminal, kept);
        String password = password(terminal, options, profile, !quick);
        return new Session(
                terminal,
                profiles,
                profile,
                quick ? Connection.quick(profile, password) : new Connection(profile, password));
    }

    /** A session of a new login. */
    static Session of(Terminal terminal, Profile profile, String password) throws Failure {
        return new Session(terminal, Profiles.of(terminal), profile, new Connection(profile, password));
    }

    /** Another bus or login has another token. */
    private static Profile withVariables(Terminal terminal, Optional<Profile> kept) throws Failure {
        Optional<String> url = terminal.variable("ESBMT_URL");
        Optional<String> login = terminal.variable("ESBMT_LOGIN");
        Optional<String> token = terminal.variable("ESBMT_TOKEN");
        Optional<String> ca = terminal.variable("ESBMT_CA");
        boolean same = url.isEmpty() && login.isEmpty();
        Optional<String> certificates = url.isEmpty() ? kept.flatMap(Profile::certificates) : Optional.empty();
        if (ca.isPresent()) {
            certificates =
                    Optional.of(new String(terminal.bytes(ca.get()), java.nio.charset.StandardCharsets.US_ASCII));
        }
        return new Profile(
                url.map(Session::trimmed).or(() -> kept.map(Profile::url)).orElse(Profile.LOCAL),
                login.or(() -> kept.map(Profile::login)).orElse(""),
                token.or(() -> same ? kept.flatMap(Profile::token) : Optional.empty()),
                Optional.empty(),
                certificates);
    }

    /** An address without slashes at its end. */
    static String trimmed(String url) {
        return url.replaceFirst("/+$", "");
    }

    private static String password(Terminal terminal, Options options, Profile profile, boolean asks) throws Failure {
        if (profile.token().isPresent()) {
            return "";
        }
        Optional<String> file = options.find(Options.LOGIN_PASSWORD_FILE);
        if (file.isPresent()) {
            return terminal.firstLine(file.get());
        }
        Optional<String> variable = terminal.variable("ESBMT_PASSWORD");
        if (variable.isPresent()) {
            return variable.get();
        }
        if (!asks) {
            throw Failure.usage("There is no password.");
        }
        return terminal.askSecret(
                "Password of " + profile.login() + ": ", "set ESBMT_PASSWORD, or use --" + Options.LOGIN_PASSWORD_FILE);
    }

    Connection connection() {
        return connection;
    }

    Profile profile() {
        return profile;
    }

    /** The document of the bus. The bus is asked each time for a newer one than the one that is kept. */
    Document document() throws Failure {
        Optional<Profiles.Kept> kept = profiles.document(profile.url());
        Map<String, String> known =
                kept.map(its -> Map.of("If-None-Match", its.tag())).orElse(Map.of());
        Connection.Answer answer = connection.get(DOCUMENT, known);
        if (answer.status() == NOT_MODIFIED && kept.isPresent()) {
            return Document.of(kept.get().json().get());
        }
        if (!answer.isSuccess()) {
            throw Problem.of(answer, Map.of());
        }
        answer.header("ETag").ifPresent(tag -> profiles.keep(profile.url(), new Profiles.Kept(tag, answer.content())));
        return Document.of(answer.body());
    }

    /** The document that was kept; empty before the first command. */
    static Optional<Document> keptDocument(Terminal terminal, Options options) throws Failure {
        Profiles profiles = Profiles.of(terminal);
        Profile profile = withVariables(terminal, profiles.find(profileName(terminal, options)));
        return profiles.document(profile.url())
                .map(kept -> Document.of(kept.json().get()));
    }

    Terminal terminal() {
        return terminal;
    }
}
