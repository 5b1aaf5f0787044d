package org.esbmt.suite.result;

/** Collects the figures of a window by their names. What is not set is not known. One thread. */
public final class WindowBuilder {
    private static final double UNKNOWN = Double.NaN;

    private final int number;
    private final Cell cell;
    private final int round;
    private String generator = "none";
    private double offered = UNKNOWN;
    private double seconds = UNKNOWN;
    private long requests;
    private long errors;
    private double throughput = UNKNOWN;
    private double cpu = UNKNOWN;
    private double mean = UNKNOWN;
    private double p50 = UNKNOWN;
    private double p95 = UNKNOWN;
    private double p99 = UNKNOWN;
    private double longest = UNKNOWN;
    private double resident = UNKNOWN;
    private double heap = UNKNOWN;
    private Preparedness preparedness = Preparedness.NONE;

    /** A closed loop without figures. */
    public WindowBuilder(int number, Cell cell, int round) {
        this.number = number;
        this.cell = cell;
        this.round = round;
    }

    /** The program that made the load. */
    public WindowBuilder generator(String program) {
        generator = program;
        return this;
    }

    /** An open loop with this rate; 0 for a closed one. */
    public WindowBuilder offered(double perSecond) {
        offered = perSecond > 0 ? perSecond : UNKNOWN;
        return this;
    }

    /** Answers, and with them the throughput. */
    public WindowBuilder answered(double inSeconds, long count, long wrong) {
        seconds = inSeconds;
        requests = count;
        errors = wrong;
        throughput = count / inSeconds;
        return this;
    }

    /** The processor time of a request. */
    public WindowBuilder cpu(double microsPerRequest) {
        cpu = microsPerRequest;
        return this;
    }

    /** Latencies but for the longest one, in microseconds. */
    public WindowBuilder latencies(double average, double half, double of95, double of99) {
        mean = average;
        p50 = half;
        p95 = of95;
        p99 = of99;
        return this;
    }

    /** The longest latency in microseconds. */
    public WindowBuilder longest(double micros) {
        longest = micros;
        return this;
    }

    /** Resident memory and used heap in bytes. */
    public WindowBuilder memory(double residentBytes, double heapBytes) {
        resident = residentBytes;
        heap = heapBytes;
        return this;
    }

    public WindowBuilder preparedness(Preparedness state) {
        preparedness = state;
        return this;
    }

    /** A window that counts. */
    public Window ok() {
        return ended(WindowState.OK, "");
    }

    /** A window with this end. */
    public Window ended(WindowState state, String reason) {
        return new Window(
                number,
                cell,
                round,
                generator,
                Double.isNaN(offered) ? "closed" : "open",
                offered,
                seconds,
                requests,
                errors,
                throughput,
                cpu,
                mean,
                p50,
                p95,
                p99,
                longest,
                resident,
                heap,
                preparedness,
                state,
                reason);
    }
}
