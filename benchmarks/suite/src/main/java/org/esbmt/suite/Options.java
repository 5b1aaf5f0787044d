package org.esbmt.suite;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Profile;

/** The command line. */
record Options(Profile profile, Map<String, String> values, Optional<Path> old) {

    static final String USAGE = """
            Usage: benchmarks/run [--quick | --full | --smoke | --compare OLD NEW] [--option value]...
              --quick             nine minutes on two processors (default)
              --full              about 80 minutes on two processors
              --smoke             correctness without timings, about a minute
              --compare OLD NEW   two builds of the bus, each a tar.gz, in the same rounds
              --resume FOLDER     the rest of an interrupted run, on the same machine and of the same build
              --rounds N          rounds in place of the profile's
              --seconds S         seconds of a window in place of the profile's
              --only A,B          scenarios in place of all, such as direct,xslt
              --targets A,B       targets in place of all, such as esbmt,nginx
              --out FOLDER        a new folder for the results (default: benchmarks/suite/target/results/<start>)
              --distribution F    the tar.gz of the bus (default: the one that was built)
              --comparators DIR   the folder of the comparators' projects (default: benchmarks/comparators)
            """;

    private static final List<String> NAMES =
            List.of("rounds", "seconds", "only", "targets", "out", "distribution", "comparators", "resume");

    /** Options with a path of this machine, of which the results get the last part only. */
    private static final List<String> PATHS = List.of("out", "distribution", "comparators", "resume");

    /** @throws IllegalArgumentException if the command line is wrong, with a sentence */
    static Options of(String... arguments) {
        Profile profile = Profile.quick();
        Map<String, String> values = new LinkedHashMap<>();
        Optional<Path> old = Optional.empty();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> profile = Profile.quick();
                case "--full" -> profile = Profile.full();
                case "--smoke" -> profile = Profile.smoke();
                case "--compare" -> {
                    profile = Profile.compare();
                    old = Optional.of(Path.of(value(arguments, ++i)));
                    values.put("distribution", value(arguments, ++i));
                }
                default -> {
                    String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
                    if (!NAMES.contains(name)) {
                        throw new IllegalArgumentException("there is no option " + arguments[i]);
                    }
                    values.put(name, value(arguments, ++i));
                }
            }
        }
        Options options = new Options(profile, values, old);
        options.checkWindows();
        return options.withRounds();
    }

    private static Profile profile(String name) {
        return switch (name) {
            case "quick" -> Profile.quick();
            case "full" -> Profile.full();
            case "smoke" -> Profile.smoke();
            case "compare" -> Profile.compare();
            default -> throw new IllegalArgumentException("--resume knows no profile " + name);
        };
    }

    /** The same command line with the profile and the windows of an interrupted run. */
    Options of(Earlier earlier) {
        for (String kept : Earlier.KEPT) {
            if (values.containsKey(kept)) {
                throw new IllegalArgumentException("--resume has the --" + kept + " of the interrupted run");
            }
        }
        boolean isComparison = earlier.profile().equals("compare");
        if (isComparison != old.isPresent()) {
            throw new IllegalArgumentException(
                    isComparison
                            ? "--resume of a comparison needs --compare OLD NEW again"
                            : "--resume continues no comparison here, so it takes no --compare");
        }
        Map<String, String> all = new LinkedHashMap<>(values);
        earlier.members("options").forEach((name, value) -> {
            if (Earlier.KEPT.contains(name)) {
                all.put(name, value);
            }
        });
        return new Options(profile(earlier.profile()), all, old).withRounds();
    }

    /** The profile has the rounds and seconds of the command line. */
    private Options withRounds() {
        Profile with = profile;
        if (values.containsKey("rounds")) {
            with = with.withRounds(number("rounds", 1));
        }
        if (values.containsKey("seconds")) {
            with = with.withSeconds(number("seconds", 1));
        }
        return new Options(with, values, old);
    }

    /** The command line for the results. */
    Map<String, String> recorded() {
        Map<String, String> recorded = new LinkedHashMap<>();
        values.forEach((name, value) -> recorded.put(
                name, PATHS.contains(name) ? Path.of(value).getFileName().toString() : value));
        return recorded;
    }

    /** A run without windows would be a complete one. */
    private void checkWindows() {
        List<Planned> windows = profile.stages().stream()
                .flatMap(stage -> stage.windows().stream())
                .toList();
        check("only", windows, planned -> planned.cell().scenario());
        List<String> scenarios = list("only");
        List<Planned> wanted = windows.stream()
                .filter(planned ->
                        scenarios.isEmpty() || scenarios.contains(planned.cell().scenario()))
                .toList();
        check("targets", wanted, planned -> planned.cell().target());
    }

    private void check(String option, List<Planned> windows, Function<Planned, String> name) {
        List<String> names = windows.stream().map(name).distinct().toList();
        for (String wanted : list(option)) {
            if (!names.contains(wanted)) {
                throw new IllegalArgumentException("--%s has no windows for '%s' of --%s; it has %s"
                        .formatted(profile, wanted, option, String.join(", ", names)));
            }
        }
    }

    private static String value(String[] arguments, int i) {
        if (i >= arguments.length) {
            throw new IllegalArgumentException("a value is missing after " + arguments[arguments.length - 1]);
        }
        return arguments[i];
    }

    int number(String name, int otherwise) {
        int number;
        try {
            number = values.containsKey(name) ? Integer.parseInt(values.get(name)) : otherwise;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + name + " needs a number", e);
        }
        if (number < 1) {
            throw new IllegalArgumentException("--" + name + " needs a number from 1");
        }
        return number;
    }

    Path path(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("--" + name + " is missing");
        }
        return Path.of(value).toAbsolutePath();
    }

    /** The names of a list; empty if the option is missing, which means all. */
    List<String> list(String name) {
        return values.containsKey(name) ? List.of(values.get(name).split(",", -1)) : List.of();
    }
}
