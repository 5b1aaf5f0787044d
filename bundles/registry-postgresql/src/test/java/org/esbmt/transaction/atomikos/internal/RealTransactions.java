package org.esbmt.transaction.atomikos.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaResources;

/** The transactions of the bus for all tests of this process, which runs one Atomikos. They end with the process. */
public final class RealTransactions {
    private static final TransactionNode NODE = open();

    private RealTransactions() {}

    private static TransactionNode open() {
        try {
            Path directory = Files.createTempDirectory(Path.of("target"), "transactions");
            TransactionSettings settings = new TransactionSettings(
                    new NodeName("test"),
                    Optional.empty(),
                    Duration.ofMinutes(5),
                    100,
                    Duration.ofHours(1),
                    Duration.ofMinutes(1));
            return TransactionNode.open(directory.toAbsolutePath(), settings, Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static UnitOfWork unitOfWork() {
        return NODE.unitOfWork();
    }

    public static XaResources resources() {
        return NODE.resourcesToRegister();
    }

    public static TransactionAdministration administration() {
        return NODE;
    }
}
