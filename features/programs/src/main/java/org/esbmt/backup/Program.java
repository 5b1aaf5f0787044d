package org.esbmt.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** A program with two folders as its arguments, and its exit status. */
final class Program {
    private static final int FAILED = 1;
    private static final int WRONG_ARGUMENTS = 2;

    private Program() {}

    /** Works on the folder of the data and that of the secrets, both absolute. */
    @FunctionalInterface
    interface Work {
        void run(Path data, Path secrets) throws IOException, SQLException, InterruptedException;
    }

    /**
     * Runs the program and ends the process: 0 after success, 1 with a sentence after a failure, 2 for wrong arguments.
     */
    static void run(String name, String help, String[] arguments, Work work) {
        System.exit(status(name, help, List.of(arguments), work));
    }

    private static int status(String name, String help, List<String> arguments, Work work) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            System.out.print(help);
            return 0;
        }
        if (arguments.size() != 2 || arguments.stream().anyMatch(a -> a.startsWith("-") || a.isBlank())) {
            System.err.println(name + " takes two folders: the one of the data and the one of the secrets.");
            System.err.print(help);
            return WRONG_ARGUMENTS;
        }
        try {
            work.run(folder(arguments.get(0)), folder(arguments.get(1)));
            return 0;
        } catch (Problem e) {
            System.err.println(name + ": " + e.getMessage());
        } catch (IOException | SQLException e) {
            System.err.println(
                    name + ": " + e.getMessage() + " (" + e.getClass().getSimpleName() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            System.err.println(name + ": interrupted.");
        }
        return FAILED;
    }

    private static Path folder(String argument) {
        return Path.of(argument).toAbsolutePath().normalize();
    }
}
