/** Text that no answer has unless code or a message of it says so: a value that is missing, or an object that was not written. */
export const unsoundText = /(?<![\w"'-])undefined(?![\w"'-]| name)|null:|\[object/;
