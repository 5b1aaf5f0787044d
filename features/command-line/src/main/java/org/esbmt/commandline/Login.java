package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;

/** The commands {@code login} and {@code logout}: they write and delete a profile. */
final class Login {
    static final String URL = "url";
    static final String CA = "ca";
    static final String LOGIN = "login";
    static final String PASSWORD_FILE = "password-file";
    private static final Set<String> KNOWN =
            Set.of(URL, CA, LOGIN, PASSWORD_FILE, Options.PROFILE, Options.HELP, AccessToken.NONE);
    private static final String ME = "/me";

    static final String HELP = """
            esbmt login [--url <address>] [--ca <certificate.pem>] [--login <login>] [--password-file <file>]
                        [--profile <name>] [--no-token]

            Checks a login, and keeps the address, the login, the trusted certificate and a token.
            Without --ca, a certificate that is not trusted is shown by its fingerprint, and kept if you accept it.

            esbmt logout [--profile <name>]

            Revokes the token, and deletes what was kept.
            """;

    private final Terminal terminal;
    private final Profiles profiles;
    private final Options options;
    private final String name;

    Login(Terminal terminal, Options options) throws Failure {
        this.terminal = requireNonNull(terminal, "terminal");
        this.options = requireNonNull(options, "options");
        this.profiles = Profiles.of(terminal);
        this.name = Session.profileName(terminal, options);
    }

    void login() throws Failure {
        for (String option : options.names()) {
            if (!KNOWN.contains(option)) {
                throw Failure.usage("esbmt login has no option --" + option + ".");
            }
        }
        Optional<Profile> former = profiles.find(name);
        String url = Session.trimmed(options.find(URL)
                .or(() -> terminal.variable("ESBMT_URL"))
                .or(() -> former.map(Profile::url))
                .orElse(Profile.LOCAL));
        Optional<String> certificates = certificates(url, former);
        String login = login(former);
        String password = password(login);
        Profile profile = new Profile(url, login, Optional.empty(), Optional.empty(), certificates);
        Session session = Session.of(terminal, profile, password);
        Connection.Answer me = session.connection().get(ME, Map.of());
        if (!me.isSuccess()) {
            throw Problem.of(me, Map.of());
        }
        session.document();
        Optional<AccessToken> token =
                options.has(AccessToken.NONE) ? Optional.empty() : AccessToken.create(session.connection(), terminal);
        profiles.write(
                name, new Profile(url, login, token.map(AccessToken::text), token.map(AccessToken::id), certificates));
        if (former.isPresent() && former.get().token().isPresent()) {
            revoke(former.get());
        }
        terminal.err()
                .println("Logged in as " + login + " at " + url + ", profile " + name + ". "
                        + (token.isPresent() ? "A token is kept." : "The password is asked for each time."));
    }

    private String login(Optional<Profile> former) throws Failure {
        Optional<String> given = options.find(LOGIN).or(() -> terminal.variable("ESBMT_LOGIN"));
        if (given.isPresent()) {
            return given.get();
        }
        String known = former.map(Profile::login).orElse("");
        String answer = terminal.ask(
                known.isEmpty() ? "Login (<tenant>/<login> for a user of a tenant): " : "Login [" + known + "]: ",
                "use --" + LOGIN);
        return answer.isEmpty() ? known : answer;
    }

    private String password(String login) throws Failure {
        Optional<String> file = options.find(PASSWORD_FILE);
        if (file.isPresent()) {
            return terminal.firstLine(file.get());
        }
        Optional<String> variable = terminal.variable("ESBMT_PASSWORD");
        return variable.isPresent()
                ? variable.get()
                : terminal.askSecret(
                        "Password of " + login + ": ", "use --" + PASSWORD_FILE + ", or set ESBMT_PASSWORD");
    }

    /** The certificates of a file, those of the profile, or the one that the user accepts; empty if Java trusts the server. */
    private Optional<String> certificates(String url, Optional<Profile> former) throws Failure {
        Optional<String> file = options.find(CA).or(() -> terminal.variable("ESBMT_CA"));
        if (file.isPresent()) {
            return Optional.of(new String(terminal.bytes(file.get()), StandardCharsets.US_ASCII));
        }
        Optional<String> kept =
                former.filter(profile -> profile.url().equals(url)).flatMap(Profile::certificates);
        if (kept.isPresent() || isTrusted(url)) {
            return kept;
        }
        X509Certificate shown = Trust.shownBy(url)
                .orElseThrow(() -> Failure.unreachable("The server at " + url + " shows no certificate.", null));
        String fingerprint = "SHA-256 " + Trust.fingerprint(shown);
        terminal.err().println("The certificate of " + url + " is not trusted yet:");
        terminal.err().println("  " + fingerprint);
        terminal.err()
                .println("Compare it on the machine of the bus:\n"
                        + "  openssl x509 -in data/administration-http/certificate.pem -noout -fingerprint -sha256");
        if (terminal.console().isEmpty()) {
            throw Failure.unreachable(
                    "The certificate is not trusted, and there is no terminal for a question: use --ca", null);
        }
        if (!terminal.ask("Trust it? [yes/no] ", "use --" + CA).equals("yes")) {
            throw Failure.unreachable("The certificate is not trusted.", null);
        }
        return Optional.of(Trust.pem(shown));
    }

    /** Asks without a credential whether Java trusts the server. */
    private static boolean isTrusted(String url) throws Failure {
        try {
            Connection.anonymous(url).get(ME, Map.of());
            return true;
        } catch (Failure e) {
            if (e.getCause() instanceof SSLException) {
                return false;
            }
            throw e;
        }
    }

    /** Revokes the token of a profile that is replaced. Without a connection to its bus it ends by itself. */
    private void revoke(Profile former) {
        try {
            AccessToken.revoke(new Connection(former, ""), former);
        } catch (Failure e) {
            terminal.err().println("The former token is not revoked: " + Table.safe(e.getMessage()));
        }
    }

    void logout() throws Failure {
        Optional<Profile> profile = profiles.find(name);
        if (profile.isEmpty()) {
            throw Failure.usage("There is no profile " + name + ".");
        }
        profiles.delete(name);
        if (profile.get().token().isPresent()) {
            AccessToken.revoke(new Connection(profile.get(), ""), profile.get());
        }
        terminal.err().println("Logged out of " + profile.get() + ".");
    }

    /** The options of one of the two commands, without their hyphens. */
    static Set<String> options(List<String> words) {
        return words.equals(List.of("login")) ? KNOWN : Set.of(Options.PROFILE, Options.HELP);
    }

    static boolean is(List<String> words) {
        return words.equals(List.of("login")) || words.equals(List.of("logout"));
    }
}
