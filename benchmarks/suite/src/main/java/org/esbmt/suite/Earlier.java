package org.esbmt.suite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.CpuSample;
import org.esbmt.suite.result.FlatJson;
import org.esbmt.suite.result.RunDescription;
import org.esbmt.suite.result.RunState;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;

/** The part of a run before its interruption. */
final class Earlier {
    /** These options decide the windows, so a continued run keeps them. */
    static final List<String> KEPT = List.of("rounds", "seconds", "only", "targets");

    private static final Earlier NOTHING = new Earlier(Map.of(), Set.of(), 0);

    private final Map<String, String> facts;
    private final Set<Key> windows;
    private final int lastNumber;

    private Earlier(Map<String, String> facts, Set<Key> windows, int lastNumber) {
        this.facts = facts;
        this.windows = windows;
        this.lastNumber = lastNumber;
    }

    private record Key(Cell cell, double ratePerSecond, int round) {}

    /** Of a run that begins anew. */
    static Earlier nothing() {
        return NOTHING;
    }

    boolean isNothing() {
        return facts.isEmpty();
    }

    /**
     * Reads the folder of a run.
     *
     * @throws IllegalArgumentException if it is no interrupted run
     */
    static Earlier read(Path folder) {
        Path run = folder.resolve("run.json");
        if (!Files.isRegularFile(run)) {
            throw new IllegalArgumentException("--resume needs the folder of a run, and " + folder + " is none");
        }
        try {
            Map<String, String> facts = FlatJson.read(run);
            String state = facts.getOrDefault("state", "");
            if (!state.equals(RunState.INTERRUPTED.word())) {
                throw new IllegalArgumentException("--resume needs an interrupted run, and this one is " + state);
            }
            Set<Key> windows = new HashSet<>();
            int last = 0;
            for (String line : lines(folder.resolve("windows.csv"))) {
                Window window = Window.of(line);
                last = Math.max(last, window.number());
                if (window.state() != WindowState.PARTIAL) {
                    double rate = Double.isNaN(window.offeredPerSecond()) ? 0 : window.offeredPerSecond();
                    windows.add(new Key(window.cell(), rate, window.round()));
                }
            }
            for (String line : lines(folder.resolve("cpu.csv"))) {
                last = Math.max(last, CpuSample.of(line).window());
            }
            return new Earlier(facts, windows, last);
        } catch (IOException e) {
            throw new IllegalArgumentException("the run cannot be resumed: " + e.getMessage(), e);
        }
    }

    /** The whole lines of a file without its head. */
    private static List<String> lines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file, UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().skip(1).toList();
    }

    /**
     * A run on another machine, or of another build, is another run.
     *
     * @throws IllegalArgumentException if a fact differs, with both values
     */
    void mustMatch(Map<String, String> machine, Map<String, String> builds) {
        if (facts.isEmpty()) {
            return;
        }
        for (String fact : Machine.LASTING) {
            same("the " + fact, facts.get("machine." + fact), machine.get(fact));
        }
        builds.forEach((target, digest) -> same("the build of " + target, facts.get("builds." + target), digest));
    }

    private static void same(String what, String before, String now) {
        if (!String.valueOf(before).equals(now)) {
            throw new IllegalArgumentException(
                    "the run cannot be resumed: " + what + " was " + before + ", and is " + now);
        }
    }

    boolean has(Planned planned, int round) {
        return windows.contains(new Key(planned.cell(), planned.ratePerSecond(), round));
    }

    int lastNumber() {
        return lastNumber;
    }

    /** The begin of the whole run. */
    String start(String now) {
        return facts.getOrDefault("start", now);
    }

    String profile() {
        return facts.getOrDefault("profile", "");
    }

    List<String> list(String name) {
        List<String> list = new ArrayList<>();
        for (int i = 0; facts.containsKey(name + "." + i); i++) {
            list.add(facts.get(name + "." + i));
        }
        return list;
    }

    /** The members of an object, such as the options. */
    Map<String, String> members(String name) {
        Map<String, String> members = new LinkedHashMap<>();
        facts.forEach((path, value) -> {
            if (path.startsWith(name + ".")) {
                members.put(path.substring(name.length() + 1), value);
            }
        });
        return members;
    }

    List<RunDescription.Attack> attacks() {
        List<RunDescription.Attack> attacks = new ArrayList<>();
        for (int i = 0; facts.containsKey("attacks." + i + ".name"); i++) {
            Map<String, String> attack = members("attacks." + i);
            attacks.add(new RunDescription.Attack(
                    attack.get("stage"),
                    attack.get("when"),
                    attack.get("name"),
                    Boolean.parseBoolean(attack.get("refused")),
                    attack.get("answer")));
        }
        return attacks;
    }
}
