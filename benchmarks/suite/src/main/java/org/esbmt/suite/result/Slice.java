package org.esbmt.suite.result;

import java.util.List;

/**
 * One slice of load before the first round, a line of {@code preparation.csv}.
 *
 * @param number from 1, of this target, scenario and message
 * @param cpuMicrosPerRequest NaN without an answer or a process
 * @param preparedness after this slice
 */
public record Slice(Cell cell, int number, long requests, double cpuMicrosPerRequest, Preparedness preparedness) {

    /** The name of the file. */
    public static final String FILE = "preparation.csv";

    /** The first line of the file. */
    public static final String COLUMNS =
            "scenario,target,message,size_bytes,connections,endpoints,nodes,slice,requests,cpu_us_per_request,state";

    /** The line of the file, without its end. */
    public String line() {
        return Csv.line(List.of(
                cell.scenario(),
                cell.target(),
                cell.message(),
                Integer.toString(cell.sizeBytes()),
                Integer.toString(cell.connections()),
                Integer.toString(cell.endpoints()),
                Integer.toString(cell.nodes()),
                Integer.toString(number),
                Long.toString(requests),
                Csv.number(cpuMicrosPerRequest),
                preparedness.word()));
    }
}
