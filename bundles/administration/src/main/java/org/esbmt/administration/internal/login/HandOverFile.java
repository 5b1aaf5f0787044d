package org.esbmt.administration.internal.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.esbmt.administration.internal.registry.AdministrationConfiguration;
import org.esbmt.administration.internal.registry.DataDirectory;
import org.esbmt.files.api.DurableFiles;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that gives a generated password to its administrator. It is complete or missing, is on the disk when
 * {@link #write} returns, is readable by its owner alone, and is deleted at the first login.
 */
@Component(service = HandOverFile.class, configurationPid = AdministrationConfiguration.PID)
public final class HandOverFile {
    public static final String NAME = "initial-administrator.txt";

    private static final Logger LOG = LoggerFactory.getLogger(HandOverFile.class);
    private static final String LOGIN = "login=";
    private static final String PASSWORD = "password=";

    private final Path path;

    @Activate
    public HandOverFile(AdministrationConfiguration configuration, BundleContext bundleContext) {
        this(DataDirectory.of(bundleContext).file(configuration.initial_file(), NAME));
    }

    public HandOverFile(Path path) {
        this.path = requireNonNull(path, "path");
    }

    /** The content of the file. {@link #toString} does not show the password. */
    record HandOver(String login, String password) {
        HandOver {
            requireNonNull(login, "login");
            requireNonNull(password, "password");
        }

        @Override
        public String toString() {
            return login;
        }
    }

    Path path() {
        return path;
    }

    /** Reads the file. Empty if there is none, or if {@link #write} has not written it. */
    synchronized Optional<HandOver> read() throws IOException {
        String login = null;
        String password = null;
        try {
            for (String line : Files.readAllLines(path, UTF_8)) {
                if (line.startsWith(LOGIN)) {
                    login = line.substring(LOGIN.length());
                } else if (line.startsWith(PASSWORD)) {
                    password = line.substring(PASSWORD.length());
                }
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        return login == null || password == null ? Optional.empty() : Optional.of(new HandOver(login, password));
    }

    synchronized void write(HandOver handOver) throws IOException {
        String text = "# An administrator of this ESB-MT installation. This file is deleted at the first login.\n"
                + LOGIN + handOver.login() + "\n" + PASSWORD + handOver.password() + "\n";
        Path directory = requireNonNull(path.toAbsolutePath().getParent(), "directory");
        Files.createDirectories(directory);
        DurableFiles.replace(path, text.getBytes(UTF_8));
    }

    synchronized void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Deletes the file at the login of its administrator. A failure to delete it does not refuse the login. */
    void handedOver(String login) {
        if (Files.notExists(path)) {
            return;
        }
        try {
            if (read().filter(h -> h.login().equals(login)).isPresent()) {
                delete();
                LOG.info("Administrator '{}' has logged in: {} is deleted.", login, path);
            }
        } catch (IOException e) {
            LOG.error("Cannot delete {}, which holds a password: delete it.", path, e);
        }
    }
}
