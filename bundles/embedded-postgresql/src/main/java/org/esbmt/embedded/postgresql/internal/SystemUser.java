package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The user of the server's processes. PostgreSQL refuses to run as root, so a root JVM runs them as another user. It
 * changes the user with {@code setpriv} or {@code runuser} (util-linux), or {@code su} (util-linux, shadow and
 * BusyBox). In a JVM of an ordinary user the server runs as that user.
 */
final class SystemUser {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final String name;
    private final boolean other;
    private final UnaryOperator<List<String>> become;

    private SystemUser(String name, boolean other, UnaryOperator<List<String>> become) {
        this.name = name;
        this.other = other;
        this.become = become;
    }

    /**
     * @param wanted the user for a root JVM; otherwise it is ignored, or must be the JVM's own
     * @throws EmbeddedPostgresException in a root JVM that cannot become this user
     */
    static SystemUser choose(String wanted) throws IOException, InterruptedException {
        if (!id("-u", "").equals("0")) {
            return new SystemUser(id("-un", ""), false, UnaryOperator.identity());
        }
        if (!wanted.matches("[A-Za-z_][A-Za-z0-9_.-]*")) {
            throw new EmbeddedPostgresException("system.user '" + wanted + "' is not the name of a user.");
        }
        String uid = id("-u", wanted);
        if (uid.equals("0")) {
            throw new EmbeddedPostgresException(
                    "system.user '" + wanted + "' is root, and PostgreSQL refuses to run as root: name another user.");
        }
        for (UnaryOperator<List<String>> way : ways(wanted, uid, id("-g", wanted))) {
            Command.Result result = Command.run(way.apply(List.of("/bin/sh", "-c", "id -u")), LIMIT);
            if (result.succeeded() && result.output().equals(uid)) {
                return new SystemUser(wanted, true, way);
            }
        }
        throw new EmbeddedPostgresException(
                "PostgreSQL refuses to run as root, and none of setpriv, runuser and su could"
                        + " start a program as '" + wanted
                        + "': install util-linux, name another system.user, or start the bus"
                        + " as an ordinary user.");
    }

    static List<UnaryOperator<List<String>>> ways(String user, String uid, String gid) {
        List<UnaryOperator<List<String>>> ways = new ArrayList<>();
        // BusyBox has a setpriv without these options: the attempt fails.
        Command.find("setpriv")
                .ifPresent(setpriv -> ways.add(prefix(
                        setpriv.toString(), "--reuid", uid, "--regid", gid, "--clear-groups", "--no-new-privs", "--")));
        Command.find("runuser").ifPresent(runuser -> ways.add(prefix(runuser.toString(), "-u", user, "--")));
        Command.find("su")
                .ifPresent(su -> ways.add(
                        command -> List.of(su.toString(), "-s", "/bin/sh", "-c", "exec " + quoted(command), user)));
        Command.find("su")
                .ifPresent(su -> ways.add(
                        command -> List.of(su.toString(), "-s", "/bin/sh", user, "-c", "exec " + quoted(command))));
        return ways;
    }

    private static UnaryOperator<List<String>> prefix(String... prefix) {
        return command -> {
            List<String> all = new ArrayList<>(List.of(prefix));
            all.addAll(command);
            return all;
        };
    }

    private static String quoted(List<String> command) {
        List<String> words = new ArrayList<>();
        command.forEach(word -> words.add("'" + word.replace("'", "'\\''") + "'"));
        return String.join(" ", words);
    }

    private static String id(String option, String user) throws IOException, InterruptedException {
        List<String> command = user.isEmpty() ? List.of("id", option) : List.of("id", option, user);
        Command.Result result = Command.run(command, LIMIT);
        if (!result.succeeded()) {
            throw new EmbeddedPostgresException(
                    user.isEmpty()
                            ? "The id of the user that runs the bus is unknown: " + result.output()
                            : "system.user '" + user + "' does not exist on this machine: create it or name another.");
        }
        return result.output();
    }

    String name() {
        return name;
    }

    /** True if the server's user differs from the JVM's, which then is root. */
    boolean isOther() {
        return other;
    }

    /** The command that runs the given one as this user. */
    List<String> as(List<String> command) {
        return become.apply(command);
    }

    /** True if this user can enter a directory; each of its parents must permit the passage. */
    boolean reaches(Path directory) throws IOException, InterruptedException {
        return Command.run(as(List.of("/bin/sh", "-c", "cd \"$1\"", "sh", directory.toString())), LIMIT)
                .succeeded();
    }

    /** Changes the owner of a file or directory; needed only in a root JVM. */
    void own(Path path) throws IOException {
        if (other) {
            Files.setOwner(
                    path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name));
        }
    }

    /** The owner's name, for an existing path. */
    static Optional<String> ownerOf(Path path) throws IOException {
        return Files.exists(path) ? Optional.of(Files.getOwner(path).getName()) : Optional.empty();
    }
}
