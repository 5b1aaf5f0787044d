package org.esbmt.harness;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An unpacked distribution: its directories, its configuration, its generated password. The bus in it may run or not. */
public final class BusHome {
    private static final String HTTP = "org.esbmt.http.bc.cfg";
    private static final String JMX = "org.apache.karaf.management.cfg";
    private static final String TENANTS_JMX = "org.esbmt.administration.jmx.cfg";
    private static final String ADMINISTRATION = "org.esbmt.administration.http.cfg";
    private static final String SHELL = "org.apache.karaf.shell.cfg";

    private final Path directory;

    public BusHome(Path directory) {
        this.directory = requireNonNull(directory, "directory").toAbsolutePath();
        if (!Files.isExecutable(directory.resolve("bin/start"))) {
            throw new IllegalArgumentException(directory + " is no distribution of the bus: it has no bin/start");
        }
    }

    /**
     * Unpacks a distribution by {@code tar}.
     *
     * @param archive the tar.gz
     * @param parent the directory for the archive's one directory; it is created if it does not exist
     */
    public static BusHome unpack(Path archive, Path parent) throws IOException, InterruptedException {
        Files.createDirectories(parent);
        Script.Result result = Script.run(
                parent,
                List.of(
                        "tar",
                        "xzf",
                        archive.toAbsolutePath().toString(),
                        "-C",
                        parent.toAbsolutePath().toString()),
                Duration.ofMinutes(1));
        if (result.status() != 0) {
            throw new IOException(archive + " cannot be unpacked: " + result.output());
        }
        try (Stream<Path> children = Files.list(parent)) {
            return new BusHome(children.filter(path -> Files.isExecutable(path.resolve("bin/start")))
                    .findFirst()
                    .orElseThrow(() -> new IOException(archive + " has no bin/start")));
        }
    }

    /** Deletes a directory with its contents, if it exists. No process may run in it. */
    public static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> old = Files.walk(directory)) {
                for (Path p : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(p);
                }
            }
        }
    }

    public Path directory() {
        return directory;
    }

    public Path etc() {
        return directory.resolve("etc");
    }

    public Path data() {
        return directory.resolve("data");
    }

    /** The container's log. */
    public Path log() {
        return data().resolve("log/karaf.log");
    }

    /**
     * Sets a key of a file in {@code etc/}. The line replaces the key's line, or else its commented line, or is added at
     * the end. A running bus never reads half of the file.
     *
     * @param file such as {@code org.esbmt.http.bc.cfg}
     */
    public void set(String file, String key, String value) throws IOException {
        Path path = etc().resolve(file);
        List<String> lines = new ArrayList<>(Files.readAllLines(path, StandardCharsets.UTF_8));
        String line = key + " = " + value;
        int place = find(lines, "\\s*" + Pattern.quote(key) + "\\s*=.*");
        if (place < 0) {
            place = find(lines, "#\\s*" + Pattern.quote(key) + "\\s*=.*");
        }
        if (place < 0) {
            lines.add(line);
        } else {
            lines.set(place, line);
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        Path whole = Files.write(directory.resolve(file + ".new"), lines, StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(whole, permissions);
        Files.move(whole, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The value of a key in a file in {@code etc/}; empty if the key is only in a comment. */
    public Optional<String> get(String file, String key) throws IOException {
        Pattern pattern = Pattern.compile("\\s*" + Pattern.quote(key) + "\\s*=(.*)");
        return Files.readAllLines(etc().resolve(file), StandardCharsets.UTF_8).stream()
                .map(pattern::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1).trim())
                .reduce((first, last) -> last);
    }

    /** Gives free ports to all listeners of the bus. Call before the first start. */
    public void useFreePorts() throws IOException {
        List<Integer> ports = freePorts(6);
        set(HTTP, "port", ports.get(0).toString());
        set(JMX, "rmiRegistryPort", ports.get(1).toString());
        set(JMX, "rmiServerPort", ports.get(2).toString());
        set(SHELL, "sshPort", ports.get(3).toString());
        set(TENANTS_JMX, "port", ports.get(4).toString());
        set(ADMINISTRATION, "port", ports.get(5).toString());
    }

    /** Sets a key to a free port. */
    void setFreePort(String file, String key) throws IOException {
        set(file, key, Integer.toString(FreePorts.next()));
    }

    /** The base URL of messages: {@code http://127.0.0.1:<port>}. */
    public String baseUrl() throws IOException {
        return "http://127.0.0.1:" + port(HTTP, "port");
    }

    /** The URL of the container's JMX port, for jconsole and {@link BusProcess#connect}. */
    public String jmxUrl() throws IOException {
        return "service:jmx:rmi://127.0.0.1:" + port(JMX, "rmiServerPort") + "/jndi/rmi://127.0.0.1:"
                + port(JMX, "rmiRegistryPort") + "/karaf-esbmt";
    }

    /** The URL of the tenants' JMX port, for tenants' administrators and for the installation's users with limited roles. */
    public String operatorsJmxUrl() throws IOException {
        String at = "127.0.0.1:" + port(TENANTS_JMX, "port");
        return "service:jmx:rmi://" + at + "/jndi/rmi://" + at + "/esbmt";
    }

    public int administrationPort() throws IOException {
        return Integer.parseInt(get(ADMINISTRATION, "port").orElseThrow());
    }

    /** The URL of REST, SOAP and console: {@code https://localhost:<port>}. */
    public String administrationUrl() throws IOException {
        return "https://localhost:" + administrationPort();
    }

    /** The generated certificate of the administration port, which clients trust. The first start writes it. */
    public Path certificate() {
        return data().resolve("administration-http/certificate.pem");
    }

    public int sshPort() throws IOException {
        return port(SHELL, "sshPort");
    }

    /** The administrator created by the first start; empty after that administrator's first login. */
    public Optional<Credentials> initialAdministrator() throws IOException {
        String login = null;
        String password = null;
        try {
            for (String line : Files.readAllLines(data().resolve("initial-administrator.txt"))) {
                if (line.startsWith("login=")) {
                    login = line.substring("login=".length());
                } else if (line.startsWith("password=")) {
                    password = line.substring("password=".length());
                }
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        return login == null || password == null ? Optional.empty() : Optional.of(new Credentials(login, password));
    }

    /** A login and its password. Its text does not show the password. */
    public record Credentials(String login, String password) {
        public Credentials {
            requireNonNull(login, "login");
            requireNonNull(password, "password");
        }

        @Override
        public String toString() {
            return login;
        }
    }

    private int port(String file, String key) throws IOException {
        return Integer.parseInt(
                get(file, key).orElseThrow(() -> new IllegalStateException("etc/" + file + " does not set " + key)));
    }

    private static int find(List<String> lines, String pattern) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches(pattern)) {
                return i;
            }
        }
        return -1;
    }

    /** Free ports that differ from each other. */
    private static List<Integer> freePorts(int count) throws IOException {
        Set<Integer> ports = new LinkedHashSet<>();
        while (ports.size() < count) {
            ports.add(FreePorts.next());
        }
        return List.copyOf(ports);
    }
}
