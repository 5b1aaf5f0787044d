package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.esbmt.transaction.api.RecoveryState.Phase;

/**
 * A bus in a process of its own, for the test that kills one. It prints each reached point on a line, and waits there.
 */
final class TransactingJvm {
    static final String RECOVERED = "recovered";
    static final String MESSAGES = "messages ";
    static final String REACHED = "reached ";
    static final String COMMITTED = "committed ";
    private static final Duration LONG = Duration.ofMinutes(10);

    private TransactingJvm() {}

    /**
     * After its recovery it waits for a byte on its input.
     *
     * <p>Arguments: the common directory, port and password of PostgreSQL, the item to put, the point of the kill; and
     * the point in the recovery before that, or "-".
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        int port = Integer.parseInt(arguments[1]);
        Faults faults = new Faults();
        stopAt(faults, arguments[5]);
        Broker broker = new Broker(directory.resolve("broker"));
        TransactingBus bus = new TransactingBus(directory.resolve("transactions"), faults, LONG, Clock.systemUTC());
        bus.registerOne(new Database(port, arguments[2], "one"));
        bus.registerTwo(new Database(port, arguments[2], "two"));
        bus.registerBroker(broker);
        if (bus.node().recoverNow().phase() != Phase.DONE) {
            throw new IllegalStateException(bus.node().recovery().toString());
        }
        say(RECOVERED);
        say(MESSAGES + String.join(",", broker.messages()));
        if (System.in.read() < 0) {
            throw new IllegalStateException("nobody wants anything of this process");
        }
        stopAt(faults, arguments[4]);
        bus.put(arguments[3]);
        say(COMMITTED + arguments[3]);
        waitForTheEnd();
    }

    private static void stopAt(Faults faults, String point) {
        faults.at(point, () -> {
            say(REACHED + point);
            waitForTheEnd();
        });
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void waitForTheEnd() {
        try {
            System.in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("nobody has killed this process");
    }

    static List<String> command(Path directory, Database database, String item, String point, String recoveryPoint) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=" + UTF_8,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                TransactingJvm.class.getName(),
                directory.toString(),
                String.valueOf(database.port()),
                database.password(),
                item,
                point,
                recoveryPoint);
    }
}
