package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.embedded.postgresql.internal.EmbeddedPostgres;
import org.esbmt.registry.api.DatabaseServer;

/**
 * Copies an installation while it works: {@code bin/backup <folder> <folder of the secrets>}. Both folders get their
 * names after they are complete and their check sums match. Before that, a trial server has started the copy of the
 * databases, or pg_restore has read the dumps.
 */
public final class Backup {
    static final String DATABASE = "database";
    static final String NODE = "node";
    static final String ETC = "etc";
    static final String DATA = "data";
    static final String ELSEWHERE = "elsewhere";
    /**
     * Lists the files outside of {@code etc/} and {@code data/}, a line each; the copy of the first is {@code
     * elsewhere/0}.
     */
    static final String ELSEWHERE_NAMES = "elsewhere.txt";

    static final String POSTGRESQL_PASSWORD = "postgresql.password";
    static final String LAST_RESORT = "/var/lib/esbmt";

    private static final String HELP = """
            Usage: bin/backup DIRECTORY SECRETS

            Copies this installation, whether the bus runs or not.

              DIRECTORY   is made for the databases, the deployed assemblies, and the state of this node in its cluster
              SECRETS     is made for etc/ with the pepper and the sealing keys, and for keys and passwords; keep it apart from DIRECTORY

            Neither may be there. Both are for their owner only, and have their names when they are whole and were tried.
            bin/restore puts both into a new installation. Run it as the user of the bus, one at a time.

              ESBMT_BACKUP_TIMEOUT   seconds to wait for a moment without an administrative change, 120 if unset
              ESBMT_PG_BIN           folder of pg_dump and pg_restore, for an external PostgreSQL; else they are on the path

            Ends with 0 when the backup is whole, 1 when it failed and 2 when the arguments are wrong.
            """;

    private static final String UNFINISHED = ".unfinished";
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** After this time a node that is behind the revision log is copied as it is. */
    private static final Duration CATCH_UP = Duration.ofSeconds(30);

    private static final Pattern REVISION = Pattern.compile("(?m)^revision ([0-9]{1,18})$");

    private final Installation installation;
    private final OwnerOnlyTree data;
    private final OwnerOnlyTree secrets;
    private final Duration limit;

    private Backup(Installation installation, OwnerOnlyTree data, OwnerOnlyTree secrets, Duration limit) {
        this.installation = installation;
        this.data = data;
        this.secrets = secrets;
        this.limit = limit;
    }

    /** Ends the process. */
    public static void main(String[] arguments) {
        Program.run(
                "bin/backup", HELP, arguments, (data, secrets) -> make(Installation.ofThisProcess(), data, secrets));
    }

    private static void make(Installation installation, Path data, Path secrets)
            throws IOException, SQLException, InterruptedException {
        if (Files.exists(installation.data(), LinkOption.NOFOLLOW_LINKS)) {
            installation.requireItsUser("bin/backup");
        }
        if (!Files.isRegularFile(installation.data().resolve("management/node"))) {
            throw new Problem(
                    "The bus in " + installation.home() + " has never been started: there is nothing to copy.");
        }
        requireNew(installation, data);
        requireNew(installation, secrets);
        if (data.startsWith(secrets) || secrets.startsWith(data)) {
            throw new Problem(data + " and " + secrets + " are within one another: keep the secrets elsewhere.");
        }
        if (data.equals(unfinished(secrets)) || secrets.equals(unfinished(data))) {
            throw new Problem("A name that ends in " + UNFINISHED + " is for a backup under way: name another folder.");
        }
        try (FileChannel channel = FileChannel.open(
                        installation.data().resolve("management/backup.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new Problem("Another bin/backup copies " + installation.home() + ": wait for its end.");
            }
            List<Path> made = new ArrayList<>();
            try {
                OwnerOnlyTree dataTree = create(data, made);
                OwnerOnlyTree secretTree = create(secrets, made);
                new Backup(installation, dataTree, secretTree, limit()).write();
                // No part has its name before both are whole; the part renamed last shows that.
                secretTree.rename(secrets);
                made.add(secrets);
                dataTree.rename(data);
            } catch (IOException | SQLException | InterruptedException | RuntimeException e) {
                for (Path each : made) {
                    OwnerOnlyTree.delete(each);
                }
                throw e;
            }
        }
        System.out.println("The backup is whole: " + data + ", and its secrets in " + secrets + ".");
    }

    private static Duration limit() throws Problem {
        String seconds = System.getenv().getOrDefault("ESBMT_BACKUP_TIMEOUT", "120");
        if (!seconds.matches("[0-9]{1,6}")) {
            throw new Problem("ESBMT_BACKUP_TIMEOUT is a number of seconds, not '" + seconds + "'.");
        }
        return Duration.ofSeconds(Long.parseLong(seconds));
    }

    private static void requireNew(Installation installation, Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new Problem(target + " is there, and is not overwritten: name a new folder.");
        }
        if (target.getParent() == null || !Files.isDirectory(target.getParent())) {
            throw new Problem("There is no folder " + target.getParent() + ": make it first.");
        }
        Path real = target.getParent().toRealPath();
        List<Path> inUse = new ArrayList<>(installation.nodeFolders().values());
        inUse.addAll(List.of(installation.etc(), installation.data()));
        for (Path folder : inUse) {
            if (Files.exists(folder) && real.startsWith(folder.toRealPath())) {
                throw new Problem(target + " is within " + folder + ", which is copied: name a folder outside of it.");
            }
        }
    }

    private static OwnerOnlyTree create(Path target, List<Path> made) throws IOException {
        Path unfinished = unfinished(target);
        if (Files.exists(unfinished, LinkOption.NOFOLLOW_LINKS)) {
            throw new Problem(unfinished + " is there: a bin/backup that was broken off has left it. Delete it.");
        }
        OwnerOnlyTree tree = OwnerOnlyTree.create(unfinished);
        made.add(unfinished);
        return tree;
    }

    private static Path unfinished(Path target) {
        return target.resolveSibling(target.getFileName() + UNFINISHED);
    }

    private void write() throws IOException, SQLException, InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("backup", UUID.randomUUID().toString());
        facts.put("release", installation.release());
        facts.put("moment", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        if (installation.externalDatabase()) {
            facts.put("postgresql", "external");
            facts.put("revision", Long.toString(external()));
        } else {
            facts.put("postgresql", "embedded");
            facts.put("revision", Long.toString(embedded()));
        }
        finish(secrets, facts, "secrets");
        finish(data, facts, "data");
        BackupCheck.run(
                installation, Manifest.check(data.root()), Manifest.check(secrets.root()), data.root(), secrets.root());
    }

    private static void finish(OwnerOnlyTree part, Map<String, String> facts, String name) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(facts);
        all.put("part", name);
        Manifest manifest = Manifest.of(part.root(), all);
        part.force();
        part.write(Manifest.FILE, manifest.text().getBytes(UTF_8));
        OwnerOnlyTree.force(part.root().resolve(Manifest.FILE));
        OwnerOnlyTree.force(part.root());
    }

    /** Copies an installation with an external server, and returns the revision of the copy. */
    private long external() throws IOException, SQLException, InterruptedException {
        RegistryDatabases registries = RegistryDatabases.external(installation);
        try {
            Dumps.requireMeans(registries);
            copyNode();
            Dumps dumps;
            long revision;
            try (QuiescentRegistries quiescent = quiescent(registries)) {
                copyNodeAgain();
                revision = RegistryDatabases.revision(quiescent.connection("configuration"));
                dumps = Dumps.begin(registries);
            }
            try (dumps) {
                dumps.write(data);
            }
            return revision;
        } catch (SQLException e) {
            throw new Problem("PostgreSQL at " + registries.address() + " says: " + e.getMessage(), e);
        }
    }

    private long embedded() throws IOException, SQLException, InterruptedException {
        Optional<DatabaseServer> running = EmbeddedPostgres.running(installation.postgresql());
        if (running.isPresent()) {
            return embedded(running.get());
        }
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder(installation.postgresql())
                .fallback(Path.of(LAST_RESORT))
                .log(installation.log().resolve("postgresql.log"));
        installation.value(Installation.POSTGRESQL, "system.user").ifPresent(builder::systemUser);
        installation.value(Installation.POSTGRESQL, "binaries").map(Path::of).ifPresent(builder::binaries);
        try (EmbeddedPostgres server = builder.start()) {
            return embedded(server);
        }
    }

    private long embedded(DatabaseServer server) throws IOException, SQLException, InterruptedException {
        RegistryDatabases registries = RegistryDatabases.embedded(installation, server);
        try (BaseBackup backup = BaseBackup.start(installation, registries, data)) {
            copyNode();
            BaseBackup.Stopped stopped;
            long revision;
            try (QuiescentRegistries quiescent = quiescent(registries)) {
                copyNodeAgain();
                revision = RegistryDatabases.revision(quiescent.connection("configuration"));
                stopped = backup.stop();
            }
            backup.finish(stopped);
            secrets.write(
                    DATA + "/" + POSTGRESQL_PASSWORD, registries.password().getBytes(UTF_8));
            return revision;
        } catch (SQLException e) {
            throw new Problem("The embedded PostgreSQL says: " + e.getMessage(), e);
        }
    }

    /**
     * Waits for a moment without an unfinished change. This node has then applied every change, or has failed to within
     * {@link #CATCH_UP}.
     */
    private QuiescentRegistries quiescent(RegistryDatabases registries)
            throws SQLException, IOException, InterruptedException {
        long began = System.nanoTime();
        while (true) {
            QuiescentRegistries.NotNow why;
            try {
                QuiescentRegistries quiescent = QuiescentRegistries.lock(registries);
                long behind = RegistryDatabases.revision(quiescent.connection("configuration")) - applied();
                if (behind <= 0 || System.nanoTime() - began > CATCH_UP.toNanos()) {
                    if (behind > 0) {
                        System.err.println("bin/backup: this node has still to apply " + behind
                                + " changes, and will do so after a restore.");
                    }
                    return quiescent;
                }
                quiescent.close();
                why = new QuiescentRegistries.NotNow("This node applies changes", null);
            } catch (QuiescentRegistries.NotNow e) {
                why = e;
            }
            if (System.nanoTime() - began > limit.toNanos()) {
                throw new Problem(
                        "In " + limit.toSeconds() + " s there was no moment without an administrative change. "
                                + why.getMessage()
                                + ". See esbmt:transaction-list and esbmt:operation-list; start the bus if it"
                                + " does not run, so that it ends the unfinished transactions of a crash.",
                        why);
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    /** The last revision that this node has applied. */
    private long applied() throws IOException {
        Path progress = installation.data().resolve("management/progress");
        if (!Files.exists(progress)) {
            return 0;
        }
        Matcher revision = REVISION.matcher(Files.readString(progress, UTF_8));
        return revision.find() ? Long.parseLong(revision.group(1)) : 0;
    }

    /** Copies nearly everything, before changes have to wait. */
    private void copyNode() throws IOException {
        copyNodeOnce();
        secrets.refresh(installation.etc(), ETC, within -> true);
        for (Map.Entry<String, Path> secret : installation.secretFiles().entrySet()) {
            if (Files.exists(secret.getValue())) {
                secrets.copy(secret.getValue(), DATA + "/" + secret.getKey());
            }
        }
        List<Path> elsewhere = installation.elsewhere();
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < elsewhere.size(); i++) {
            secrets.copy(elsewhere.get(i), ELSEWHERE + "/" + i);
            names.append(elsewhere.get(i)).append('\n');
        }
        secrets.write(ELSEWHERE_NAMES, names.toString().getBytes(UTF_8));
    }

    /**
     * Copies the rest. Plain assemblies change without the registries, so the copy is repeated until none has changed
     * meanwhile.
     */
    private void copyNodeAgain() throws IOException {
        for (int i = 0; i < 20; i++) {
            if (!copyNodeOnce()) {
                return;
            }
        }
        throw new Problem(
                "Files of this node change all the time: leave deploy/ and plain assemblies alone meanwhile.");
    }

    private boolean copyNodeOnce() throws IOException {
        boolean changed = false;
        for (Map.Entry<String, Path> folder : installation.nodeFolders().entrySet()) {
            changed |= data.refresh(folder.getValue(), NODE + "/" + folder.getKey(), Backup::isOfANode);
        }
        return changed;
    }

    private static boolean isOfANode(Path within) {
        String name = within.getFileName().toString();
        return !name.equals("lock")
                && !name.equals("backup.lock")
                && !name.equals("seal.key")
                && !name.endsWith(".tmp");
    }
}
