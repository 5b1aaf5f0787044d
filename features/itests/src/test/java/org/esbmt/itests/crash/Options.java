package org.esbmt.itests.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options of the command line.
 *
 * @param points a pattern for points in the text form of {@link Point}; empty: all
 * @param sample the number of cells to draw; empty: all
 */
record Options(
        Path distribution,
        Path directory,
        Path results,
        Set<Operation> operations,
        Optional<Pattern> points,
        Set<Part> victims,
        Set<Fault> faults,
        List<Cell> cells,
        int lanes,
        OptionalInt sample,
        long seed,
        int stopSeconds,
        boolean list) {
    static final String USAGE = """
            Kills, stops and cuts off the participants of administrative changes, at each point of a change, as real
            processes, and checks the invariants. Without options: every cell, which takes days.

              --operations A,B    of create quota update suspend purge deploy undeploy password batch
              --points REGEX      such as 'services/.*' or '.*/(prepare|commit)/.*'; the whole of <part>/<step>/<side> has to match
              --victims A,B       of node tenants services configuration broker
              --faults A,B        of kill stop cut
              --cells 'A;B'       these cells and no others, each as results have it: 'deploy broker/prepare/after node kill'
              --sample N          N cells of them, drawn at random
              --seed S            seed of the sample and of the order of cells (0)
              --lanes N           number of stacks side by side, each with two nodes and some 2 GB (1)
              --stop-seconds N    duration of a stop (30)
              --results FILE      a line is appended for each cell; cells that have one are skipped (target/crash-matrix/results.tsv)
              --directory DIR     for the stacks and their logs (target/crash-matrix)
              --distribution FILE the archive to test
              --list              prints the points of each operation and the number of cells, and runs none
              --help

            Ends with status 1 if a cell broke an invariant.
            """;

    Options {
        operations = Set.copyOf(operations);
        victims = Set.copyOf(victims);
        faults = Set.copyOf(faults);
        cells = List.copyOf(cells);
    }

    /** @throws IllegalArgumentException with a sentence */
    static Options parse(String... arguments) {
        Path distribution = Path.of(System.getProperty("distribution", ""));
        Path directory = Path.of("features/itests/target/crash-matrix").toAbsolutePath();
        Optional<Path> results = Optional.empty();
        Set<Operation> operations = EnumSet.allOf(Operation.class);
        Optional<Pattern> points = Optional.empty();
        Set<Part> victims = EnumSet.allOf(Part.class);
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        List<Cell> cells = new ArrayList<>();
        int lanes = 1;
        OptionalInt sample = OptionalInt.empty();
        long seed = 0;
        int stopSeconds = (int) Limits.FULL.stop().toSeconds();
        boolean list = false;
        List<String> left = new ArrayList<>(Arrays.asList(arguments));
        while (!left.isEmpty()) {
            String option = left.remove(0);
            if (option.equals("--list")) {
                list = true;
                continue;
            }
            if (left.isEmpty()) {
                throw new IllegalArgumentException(option + " is not known, or lacks its value; --help tells more");
            }
            String value = left.remove(0);
            switch (option) {
                case "--distribution" -> distribution = Path.of(value).toAbsolutePath();
                case "--directory" -> directory = Path.of(value).toAbsolutePath();
                case "--results" -> results = Optional.of(Path.of(value).toAbsolutePath());
                case "--operations" -> operations = some(Operation.class, value);
                case "--points" -> points = Optional.of(Pattern.compile(value));
                case "--victims" -> victims = some(Part.class, value);
                case "--faults" -> faults = some(Fault.class, value);
                case "--cells" ->
                    Arrays.stream(value.split(";", -1)).map(Cell::parse).forEach(cells::add);
                case "--lanes" -> lanes = number(option, value, 1, 16);
                case "--sample" -> sample = OptionalInt.of(number(option, value, 1, 1_000_000));
                case "--seed" -> seed = Long.parseLong(value);
                case "--stop-seconds" -> stopSeconds = number(option, value, 1, 60);
                default -> throw new IllegalArgumentException(option + " is not known; --help tells more");
            }
        }
        return new Options(
                distribution,
                directory,
                results.orElse(directory.resolve("results.tsv")),
                operations,
                points,
                victims,
                faults,
                cells,
                lanes,
                sample,
                seed,
                stopSeconds,
                list);
    }

    /** True if the options select the cell. */
    boolean wants(Cell cell) {
        return operations.contains(cell.operation())
                && victims.contains(cell.victim())
                && faults.contains(cell.fault())
                && points.map(p -> p.matcher(cell.point().toString()).matches()).orElse(true);
    }

    private static <E extends Enum<E>> Set<E> some(Class<E> type, String names) {
        Set<E> some = EnumSet.noneOf(type);
        for (String name : names.split(",", -1)) {
            some.add(Enum.valueOf(type, name.strip().toUpperCase(Locale.ROOT)));
        }
        return some;
    }

    private static int number(String option, String value, int least, int most) {
        int number = Integer.parseInt(value);
        if (number < least || number > most) {
            throw new IllegalArgumentException(option + " is " + least + " to " + most);
        }
        return number;
    }
}
